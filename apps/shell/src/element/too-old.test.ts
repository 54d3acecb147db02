import { waitFor } from '@testing-library/dom';
import { isTooOld, tellTooOld } from './too-old';

const NAME = 'customer-portal';
const MESSAGE =
  'This browser is too old: update it, or use a current version of Chrome, Edge, Firefox or Safari.';

const portals = () => [...document.getElementsByTagName(NAME)].map(({ textContent }) => textContent.trim());

beforeEach(() => void jest.spyOn(console, 'error').mockReturnValue());
afterEach(() => {
  document.body.replaceChildren();
  jest.restoreAllMocks();
});

test('shows the message in every portal of the page, including one added later', async () => {
  document.body.innerHTML = `<${NAME}></${NAME}><main><${NAME}>\n  </${NAME}></main>`;
  tellTooOld(document, NAME);
  expect(portals()).toEqual([MESSAGE, MESSAGE]);
  document.body.append(document.createElement(NAME));
  await waitFor(() => expect(portals()).toEqual([MESSAGE, MESSAGE, MESSAGE]));
  expect(document.querySelectorAll('[role=alert]')).toHaveLength(3);
});

test('keeps the site’s own content and logs the message', () => {
  document.body.innerHTML = `<${NAME}>Call us.</${NAME}><${NAME}><img alt="Call us"></${NAME}>`;
  tellTooOld(document, NAME);
  expect(portals()).toEqual(['Call us.', '']);
  expect(console.error).toHaveBeenCalledWith(`${NAME}: ${MESSAGE}`);
});

describe('isTooOld', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'CSS'));
  const page = Object.assign(document.implementation.createHTMLDocument(), { adoptedStyleSheets: [] });

  test.each([
    ['is true without CSS.supports', {}, page, true],
    ['is true without container queries', { supports: () => false }, page, true],
    ['is true without adopted style sheets', { supports: () => true }, document, true],
    ['is false with container queries and adopted style sheets', { supports: () => true }, page, false],
  ])('%s', (_, css, where, expected) => {
    Reflect.set(globalThis, 'CSS', css);
    expect(isTooOld(where)).toBe(expected);
  });

  test('is true without CSS', () => expect(isTooOld(page)).toBe(true));
});
