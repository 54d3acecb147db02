import { createApp, ref } from 'vue';
import { createRouter, createWebHistory } from 'vue-router';

const Home = { template: '<h1>Welcome</h1>' };

/** The portal in a route of the site's own router, which leaves everything below it to the portal. */
const Account = {
  setup: () => {
    const said = ref('');
    const listen = (event: Event) => (said.value = event.type);
    return { said, listen };
  },
  template: `
    <p role="status" aria-label="Portal">{{ said }}</p>
    <customer-portal
      base="/vue/account"
      @portal-ready="listen"
      @portal-signed-in="listen"
      @portal-signed-out="listen"
    ></customer-portal>`,
};

const router = createRouter({
  history: createWebHistory('/vue'),
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
