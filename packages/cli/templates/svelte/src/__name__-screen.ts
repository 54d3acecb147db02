import type { Mount } from '@portal/remote';
import { mount as mountComponent, unmount } from 'svelte';
import Screen from './__name__-screen.svelte';

const TITLE = '__title__';

/** The screen at `/__name__`. */
const mount: Mount = (target) => {
  const component = mountComponent(Screen, { target, props: { title: TITLE } });
  return () => void unmount(component);
};

export const screen = { title: TITLE, mount };
