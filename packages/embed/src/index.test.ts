import { loadPortal } from '@portal/embed';

const URL_ = 'https://portal.example';

/** Defines the portal's element. It is mocked, because a custom element cannot be undefined again. */
let define: (() => void) | undefined;

beforeEach(() => {
  let isDefined = false;
  const defined = new Promise<CustomElementConstructor>((resolve) => {
    define = () => {
      isDefined = true;
      resolve(HTMLElement);
    };
  });
  jest.spyOn(customElements, 'get').mockImplementation(() => (isDefined ? HTMLElement : undefined));
  jest.spyOn(customElements, 'whenDefined').mockReturnValue(defined);
});
afterEach(() => {
  document.head.replaceChildren();
  jest.restoreAllMocks();
});

it('adds the script once, waits for the element, and keeps the script that defined it', async () => {
  const loads = [loadPortal(URL_, { nonce: 'abc' }), loadPortal(`${URL_}/`)];
  expect([...document.scripts].map(({ src, nonce }) => [src, nonce])).toEqual([[`${URL_}/embed.js`, 'abc']]);
  define?.();
  await Promise.all(loads);
  document.scripts[0]?.dispatchEvent(new Event('load'));
  await loadPortal('https://other.example');
  expect(document.scripts).toHaveLength(1);
});

it('pins a version by its integrity', () => {
  void loadPortal(`${URL_}/releases/shell/1.4.0/embed.js`, { integrity: 'sha384-a' });
  expect(document.scripts[0]).toMatchObject({
    src: `${URL_}/releases/shell/1.4.0/embed.js`,
    integrity: 'sha384-a',
    crossOrigin: 'anonymous',
  });
});

/** A script element that the page itself has. */
const ownScript = () => {
  const script = Object.assign(document.createElement('script'), { src: `${URL_}/embed.js` });
  document.head.append(script);
  return script;
};

it('waits for a script that the page already has', async () => {
  jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  ownScript();
  const load = loadPortal(URL_);
  expect(document.scripts).toHaveLength(1);
  define?.();
  await load;
});

it('adds the script if that of the page can only have failed', async () => {
  ownScript();
  const load = loadPortal(URL_);
  void loadPortal(URL_);
  expect(document.scripts).toHaveLength(2);
  define?.();
  await load;
});

it('says so when the page has loaded, and its own script had failed before', async () => {
  jest.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
  ownScript();
  const load = loadPortal(URL_);
  window.dispatchEvent(new Event('load'));
  await expect(load).rejects.toThrow('cannot be loaded');
  expect(document.scripts).toHaveLength(0);
});

it.each([
  ['error', 'cannot be loaded'],
  ['load', 'does not define customer-portal'],
])('can be called again after the event %s', async (type, sentence) => {
  const load = loadPortal(URL_);
  document.scripts[0]?.dispatchEvent(new Event(type));
  await expect(load).rejects.toThrow(sentence);
  expect(document.scripts).toHaveLength(0);
  void loadPortal(URL_);
  expect(document.scripts).toHaveLength(1);
});
