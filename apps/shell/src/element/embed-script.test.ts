import { findEmbedScript } from './embed-script';

afterEach(() => document.head.replaceChildren());

/** jsdom runs no scripts, so `currentScript` is null, as in a module. */
const add = (src: string, type = '') => {
  const script = document.createElement('script');
  Object.assign(script, { src, type, nonce: 'abc' });
  document.head.append(script);
  return script;
};

const loadedFrom = (src: string) => {
  add(src, 'module');
  return findEmbedScript(document);
};

/** Finds the script while a classic script runs. */
const whileRunning = (script: HTMLScriptElement) => {
  const running = jest.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  try {
    return findEmbedScript(document);
  } finally {
    running.mockRestore();
  }
};

test.each([
  ['https://portal.example/embed.js', 'https://portal.example'],
  ['https://portal.example/account/embed.js?v=1', 'https://portal.example/account'],
  ['https://portal.example/releases/shell/1.4.0/embed.js', 'https://portal.example'],
  ['https://acme.example/account/releases/shell/1.4.0-pr12/embed.js', 'https://acme.example/account'],
])('reads the portal URL from %s: %s', (src, portalUrl) => {
  expect(loadedFrom(src)).toEqual({ portalUrl, nonce: 'abc' });
});

const UNKNOWN = { portalUrl: '', nonce: '' };

test.each(['https://cdn.example/bundle.js', 'blob:https://www.acme.example/b3d1'])(
  'does not take %s for the script of a portal',
  (src) => expect(whileRunning(add(src))).toEqual(UNKNOWN),
);

test('knows no portal when the page has imported or evaluated the script', () => {
  add('https://cdn.example/bundle.js', 'module');
  expect(findEmbedScript(document)).toEqual(UNKNOWN);
});

test.each(['', 'module'])(
  'skips another site’s embed.js that precedes the portal’s (script type "%s")',
  (type) => {
    add('https://comments.example/embed.js');
    const own = add('https://portal.example/embed.js', type);
    const found = type === 'module' ? findEmbedScript(document) : whileRunning(own);
    expect(found.portalUrl).toBe('https://portal.example');
  },
);

describe('likelyShell', () => {
  const url = '/releases/shell/1.4.0/shell.js';
  const timed = (serverTiming: { name: string; description: string }[]) =>
    Object.assign(performance, { getEntriesByName: () => [{ serverTiming }] });
  afterEach(() => Reflect.deleteProperty(performance, 'getEntriesByName'));

  test('is the shell named in the script’s Server-Timing', () => {
    timed([
      { name: 'cdn', description: 'hit' },
      { name: 'shell', description: `${url} sha384-abc` },
    ]);
    expect(loadedFrom('https://portal.example/embed.js').likelyShell).toEqual({
      rel: 'preload',
      as: 'script',
      url,
      integrity: 'sha384-abc',
    });
  });

  test.each([[[]], [[{ name: 'shell', description: '' }]], [[{ name: 'shell', description: url }]]])(
    'is undefined with the Server-Timing %j',
    (entries) => {
      timed(entries);
      expect(loadedFrom('https://portal.example/embed.js').likelyShell).toBeUndefined();
    },
  );
});
