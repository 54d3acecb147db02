import { createApp, ref } from 'vue';
import { createRouter, createWebHistory, useRouter } from 'vue-router';

const HOME = '/vue';

const Home = { template: '<h1>Welcome</h1>' };

/** The portal in a route of the site's router, which ignores all paths below it. */
const Account = {
  setup: () => {
    const router = useRouter();
    const said = ref('');
    const listen = (event: Event) => (said.value = event.type);
    /** vue-router rewrites the current history entry before it navigates: it has to know the portal's URL. */
    const follow = () => router.replace(location.pathname.slice(HOME.length));
    return { said, listen, follow };
  },
  template: `
    <p role="status" aria-label="Portal">{{ said }}</p>
    <customer-portal
      base="${HOME}/account"
      @portal-navigate="follow"
      @portal-ready="listen"
      @portal-signed-in="listen"
      @portal-signed-out="listen"
    ></customer-portal>`,
};

const router = createRouter({
  history: createWebHistory(HOME),
  routes: [
    { path: '/', component: Home },
    { path: '/account/:portal(.*)*', component: Account },
  ],
});

const site = createApp({
  template: `
    <nav aria-label="Site">
      <router-link to="/">Home</router-link> <router-link to="/account">My account</router-link>
    </nav>
    <main><router-view></router-view></main>`,
});
site.config.compilerOptions.isCustomElement = (tag) => tag === 'customer-portal';
site.use(router).mount('#site');
