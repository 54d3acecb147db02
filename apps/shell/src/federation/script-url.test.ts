/** Loads the module anew: it creates its policy when it starts. */
const loadWith = (trustedTypes: unknown) => {
  jest.resetModules();
  Reflect.set(window, 'trustedTypes', trustedTypes);
  return import('./script-url');
};

afterEach(() => void Reflect.deleteProperty(window, 'trustedTypes'));

const srcOf = (setScriptUrl: (script: HTMLScriptElement, url: string) => void, url: string) => {
  const script = document.createElement('script');
  setScriptUrl(script, url);
  return script.src;
};

test('the address of an own script passes the policy; others stay plain, for the browser to refuse', async () => {
  const passed: string[] = [];
  const createPolicy = (
    _name: string,
    { createScriptURL }: { createScriptURL: (url: string) => string },
  ) => ({
    createScriptURL: (url: string) => {
      passed.push(url);
      return createScriptURL(url);
    },
  });
  const { setScriptUrl } = await loadWith({ createPolicy });
  const own = '/releases/orders/1.0.0/remoteEntry.js';
  expect(srcOf(setScriptUrl, own)).toBe(new URL(own, location.href).href);
  expect(srcOf(setScriptUrl, 'https://evil.test/a.js')).toBe('https://evil.test/a.js');
  expect(passed).toEqual([own]);
});

test.each([
  ['has none', undefined],
  [
    'refuses the policy, as a page of a site that embeds the portal may',
    {
      createPolicy: () => {
        throw new TypeError('not named');
      },
    },
  ],
])('a browser that %s loads scripts all the same', async (_what, trustedTypes) => {
  const { setScriptUrl } = await loadWith(trustedTypes);
  expect(srcOf(setScriptUrl, 'https://portal.test/a.js')).toBe('https://portal.test/a.js');
});
