import type { Mount } from '@portal/remote';
import { createApp } from 'vue';
import Screen from './__name__-screen.vue';

const TITLE = '__title__';

/** The screen at `/__name__`. */
const mount: Mount = (element) => {
  const app = createApp(Screen, { title: TITLE });
  app.mount(element);
  return () => app.unmount();
};

export const screen = { title: TITLE, mount };
