import { findEmbedScript } from './embed-script';

afterEach(() => document.head.replaceChildren());

/** jsdom runs no scripts, so `currentScript` is null, as in a module. */
const add = (src: string, type = '') => {
  const script = document.createElement('script');
  Object.assign(script, { src, type, nonce: 'abc' });
  document.head.append(script);
  return script;
};

/** Finds the portal's script while this one runs. */
const findIn = (script: HTMLScriptElement) => {
  if (script.type === 'module') return findEmbedScript(document);
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
  expect(findIn(add(src, 'module'))).toEqual({ portalUrl, nonce: 'abc' });
});

test.each([
  ['https://cdn.example/bundle.js', ''],
  ['blob:https://www.acme.example/b3d1', ''],
  // The page has imported or evaluated the script.
  ['https://cdn.example/bundle.js', 'module'],
])('does not take %s for the script of a portal (script type "%s")', (src, type) => {
  expect(findIn(add(src, type))).toEqual({ portalUrl: '', nonce: '' });
});

test.each(['', 'module'])(
  'skips another site’s embed.js that precedes the portal’s (script type "%s")',
  (type) => {
    add('https://comments.example/embed.js');
    const own = add('https://portal.example/embed.js', type);
    expect(findIn(own).portalUrl).toBe('https://portal.example');
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
    expect(findIn(add('https://portal.example/embed.js', 'module')).likelyShell).toEqual({
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
      expect(findIn(add('https://portal.example/embed.js', 'module')).likelyShell).toBeUndefined();
    },
  );
});
