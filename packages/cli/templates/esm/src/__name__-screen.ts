import type { Mount } from '@portal/remote';
import { countOrders } from './count-orders';
import classes from './screen.module.css';

const TITLE = '__title__';

/** The screen at `/__name__`. The portal removes its element; stop timers and listeners of your own. */
const mount: Mount = (element) => {
  const heading = document.createElement('h1');
  heading.className = classes.heading ?? '';
  heading.textContent = TITLE;
  const card = document.createElement('p');
  card.className = classes.card ?? '';
  element.append(heading, card);
  void countOrders().then((text) => card.append(text));
  return () => undefined;
};

export const screen = { title: TITLE, mount };
