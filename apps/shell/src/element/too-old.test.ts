import { waitFor } from '@testing-library/dom';
import { isTooOld, tellTooOld } from './too-old';

const NAME = 'customer-portal';
const SENTENCE =
  'This browser is too old: update it, or use a current version of Chrome, Edge, Firefox or Safari.';

const portals = () => [...document.getElementsByTagName(NAME)].map(({ textContent }) => textContent.trim());

beforeEach(() => void jest.spyOn(console, 'error').mockReturnValue());
afterEach(() => {
  document.body.replaceChildren();
  jest.restoreAllMocks();
});

test('every portal of the page says so, also one that comes later', async () => {
  document.body.innerHTML = `<${NAME}></${NAME}><main><${NAME}>\n  </${NAME}></main>`;
  tellTooOld(document, NAME);
  expect(portals()).toEqual([SENTENCE, SENTENCE]);
  document.body.append(document.createElement(NAME));
  await waitFor(() => expect(portals()).toEqual([SENTENCE, SENTENCE, SENTENCE]));
  expect(document.querySelectorAll('[role=alert]')).toHaveLength(3);
});

test('the site’s own content stays, and the console has the sentence', () => {
  document.body.innerHTML = `<${NAME}>Call us.</${NAME}><${NAME}><img alt="Call us"></${NAME}>`;
  tellTooOld(document, NAME);
  expect(portals()).toEqual(['Call us.', '']);
  expect(console.error).toHaveBeenCalledWith(`${NAME}: ${SENTENCE}`);
});

describe('is too old', () => {
  afterEach(() => Reflect.deleteProperty(globalThis, 'CSS'));
  const page = Object.assign(document.implementation.createHTMLDocument(), { adoptedStyleSheets: [] });

  test.each([
    ['without CSS.supports', {}, page, true],
    ['without container queries', { supports: () => false }, page, true],
    ['without adopted style sheets', { supports: () => true }, document, true],
    ['not with both', { supports: () => true }, page, false],
  ])('%s', (_, css, where, expected) => {
    Reflect.set(globalThis, 'CSS', css);
    expect(isTooOld(where)).toBe(expected);
  });

  test('without CSS', () => expect(isTooOld(page)).toBe(true));
});
