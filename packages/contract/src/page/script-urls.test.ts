import { scriptUrls } from './script-urls';

afterEach(() => void Reflect.deleteProperty(window, 'trustedTypes'));

const PORTAL = 'https://portal.test';

const loadWith = (trustedTypes: unknown) => {
  Reflect.set(window, 'trustedTypes', trustedTypes);
  return scriptUrls(PORTAL);
};

const srcOf = (setScriptUrl: ReturnType<typeof scriptUrls>, url: string) => {
  const script = document.createElement('script');
  setScriptUrl(script, url);
  return script.src;
};

it('creates the portal’s script URLs with the policy, and leaves others for the browser to block', () => {
  const passed = jest.fn<string, [string]>();
  const createPolicy = (
    _name: string,
    { createScriptURL }: { createScriptURL: (url: string) => string },
  ) => ({
    createScriptURL: passed.mockImplementation(createScriptURL),
  });
  const setScriptUrl = loadWith({ createPolicy });
  expect(srcOf(setScriptUrl, `${PORTAL}/a.js`)).toBe(`${PORTAL}/a.js`);
  expect(srcOf(setScriptUrl, 'https://evil.test/a.js')).toBe('https://evil.test/a.js');
  expect(passed.mock.calls.flat()).toEqual([`${PORTAL}/a.js`]);
});

it.each([
  ['has no Trusted Types', undefined],
  [
    'rejects the policy, as an embedder’s page may',
    {
      createPolicy: () => {
        throw new TypeError('not named');
      },
    },
  ],
])('loads scripts in a browser that %s', (_what, trustedTypes) => {
  const setScriptUrl = loadWith(trustedTypes);
  expect(srcOf(setScriptUrl, 'https://portal.test/a.js')).toBe('https://portal.test/a.js');
});
