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

it('moves the stylesheets of remotes from the head into every portal of the page, including later ones', async () => {
  const [first, second, third] = [0, 1, 2].map(() => document.createElement('div'));
  if (!first || !second || !third) throw new Error('There are three.');
  const leaveFirst = relocateStylesheets(first, FOLDER);
  const leaveSecond = relocateStylesheets(second, FOLDER);
  const others = style('https://host.example/site.css');
  const ours = style(`${FOLDER}orders/1.0.0/5.css`);
  await waitFor(() => expect(ours.parentNode).toBe(first));
  expect(others.parentNode).toBe(document.head);
  const expected = [[`${FOLDER}orders/1.0.0/5.css`, 'sha384-x']];
  expect(stylesIn(second)).toEqual(expected);

  leaveFirst();
  const leaveThird = relocateStylesheets(third, FOLDER);
  expect(stylesIn(third)).toEqual(expected);
  leaveSecond();
  leaveThird();
});
