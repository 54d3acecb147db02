import { createContext, runInContext } from 'node:vm';
import { buildSample } from './testing/build-sample';

/** Typical loops of libraries, which record the keys that they visit. */
const SOURCE = `
  const collect = (list, record, inherits, holder) => {
    const seen = [[], [], [], [], [], []];
    for (const key in list) seen[0].push(key);
    for (var key in record) if (key) seen[1].push(key); else throw new Error(key);
    let name;
    for (name in inherits) { if (name === 'own') continue; seen[2].push(name); }
    for (const key in holder.record) seen[3].push(key);
    // A check of another object's keys does not guard this loop.
    for (const key in holder) if (!Object.prototype.hasOwnProperty.call(list, key)) seen[4].push(key);
    for (const key in holder.record) if (holder.record.hasOwnProperty(key)) seen[5].push(key);
    return seen;
  };
  const record = { own: 1, added: 2 };
  const inherits = Object.assign(Object.create({ above: 3 }), { own: 1 });
  globalThis.seen = JSON.stringify(collect(['a', 'b'], record, inherits, { record }));
  export default 1;`;

it('for-in loops skip only the keys that the page has added to all objects and arrays', async () => {
  const files = await buildSample({ 'src/remote.ts': SOURCE });
  const page: { seen?: string } = createContext({});
  runInContext(
    `Object.prototype.added = Array.prototype.addedToo = () => {};
    ${String(files['remote.js'])}
    const [[, modules]] = Object.entries(globalThis).find(([name]) => name.startsWith('webpackChunk'))[1];
    Object.values(modules).forEach((run) => run({}, {}, { r() {}, d() {} }));`,
    page,
  );
  expect(JSON.parse(page.seen ?? '')).toEqual([
    ['0', '1'],
    ['own', 'added'],
    ['above'],
    ['own', 'added'],
    ['record'],
    ['own', 'added'],
  ]);
});
