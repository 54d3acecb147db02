import { waitFor } from '@testing-library/react';
import { relocateStylesheets } from './relocate-stylesheets';

const FOLDER = 'https://portal.example/releases/';

const style = (href: string): HTMLLinkElement => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  link.setAttribute('integrity', 'sha384-x');
  document.head.append(link);
  return link;
};

const stylesIn = (place: HTMLElement) =>
  [...place.querySelectorAll('link')].map((link) => [link.href, link.getAttribute('integrity')]);

it('moves the stylesheets of remotes from the head into the portal, and into one that is mounted later', async () => {
  const [first, next] = [document.createElement('div'), document.createElement('div')];
  const leave = relocateStylesheets(first, FOLDER);
  const others = style('https://host.example/site.css');
  const ours = style(`${FOLDER}orders/1.0.0/5.css`);
  await waitFor(() => expect(ours.parentNode).toBe(first));
  expect(others.parentNode).toBe(document.head);

  leave();
  const leaveNext = relocateStylesheets(next, FOLDER);
  expect(stylesIn(next)).toEqual([[`${FOLDER}orders/1.0.0/5.css`, 'sha384-x']]);
  leaveNext();
});
