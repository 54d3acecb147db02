import { CustomerPortal } from '@portal/embed/vue';
import { createApp, ref } from 'vue';
import { createRouter, createWebHistory, useRouter } from 'vue-router';

const HOME = '/vue';

const portalUrl = document.querySelector<HTMLElement>('#site')?.dataset['portalUrl'];

const Home = { template: '<h1>Welcome</h1>' };

/** The portal in a route of the site's router, which ignores all paths below it. */
const Account = {
  components: { CustomerPortal },
  setup: () => {
    const router = useRouter();
    const said = ref('');
    const listen = (event: Event) => (said.value = event.type);
    /** vue-router rewrites the current history entry before it navigates, so it must know the portal's URL. */
    const follow = () => router.replace(location.pathname.slice(HOME.length));
    return { said, listen, follow, portalUrl };
  },
  template: `
    <p role="status" aria-label="Portal">{{ said }}</p>
    <CustomerPortal
      :portal-url="portalUrl"
      base="${HOME}/account"
      @portal-navigate="follow"
      @portal-ready="listen"
      @portal-signed-in="listen"
      @portal-signed-out="listen"
    />`,
};

const router = createRouter({
  history: createWebHistory(HOME),
  routes: [
    { path: '/', component: Home },
    { path: '/account/:portal(.*)*', component: Account },
  ],
});

createApp({
  template: `
    <nav aria-label="Site">
      <router-link to="/">Home</router-link> <router-link to="/account">My account</router-link>
    </nav>
    <main><router-view></router-view></main>`,
})
  .use(router)
  .mount('#site');
