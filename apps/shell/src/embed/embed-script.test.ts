import { findEmbedScript } from './embed-script';

afterEach(() => document.head.replaceChildren());

const loadedFrom = (src: string) => {
  const script = document.createElement('script');
  // jsdom runs no scripts; it is found as that of a module is, which has no currentScript.
  script.src = src;
  script.nonce = 'abc';
  document.head.append(script);
  return findEmbedScript(document);
};

test.each([
  ['https://portal.example/embed.js', 'https://portal.example'],
  ['https://portal.example/account/embed.js?v=1', 'https://portal.example/account'],
  ['https://portal.example/releases/shell/1.4.0/embed.js', 'https://portal.example'],
  ['https://acme.example/account/releases/shell/1.4.0-pr12/embed.js', 'https://acme.example/account'],
])('%s is of the portal %s', (src, portalUrl) => {
  expect(loadedFrom(src)).toEqual({ portalUrl, nonce: 'abc' });
});

test('another script says nothing about the portal', () => {
  expect(() => loadedFrom('https://cdn.example/bundle.js')).toThrow('Load it from there');
});
