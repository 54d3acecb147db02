import { replaceable, type Hot } from './fast-refresh-runtime';

const Screen = () => null;
const Card = () => null;
const remote = (...paths: string[]) => ({ default: { routes: paths.map((path) => ({ path })) } });

/** Runs a module, and once more after each edit; returns what it asked the bundler for. */
const run = (...editions: object[]) => {
  const asked: string[][] = [];
  let data: Hot['data'];
  for (const exports of editions) {
    const calls: string[] = [];
    const kept: NonNullable<Hot['data']> = {};
    const hot: Hot = {
      data,
      accept: () => calls.push('accept'),
      invalidate: () => calls.push('invalidate'),
      dispose: (keep) => keep(kept),
    };
    replaceable(hot, exports);
    asked.push(calls);
    data = kept;
  }
  return asked;
};

it.each([
  [
    'components',
    [
      { Screen, Card },
      { Screen, Card },
    ],
    [['accept'], ['accept']],
  ],
  ['a remote', [remote('/a', '/b'), remote('/a', '/b')], [['accept'], ['accept']]],
])('replaces %s in the page', (_, editions, asked) => expect(run(...editions)).toEqual(asked));

it.each([
  ['another component', [{ Screen }, { Screen, Card }], [['accept'], ['accept', 'invalidate']]],
  ['something else than components', [{ Screen }, { Screen, title: 'A' }], [['accept'], ['invalidate']]],
  ['another route', [remote('/a'), remote('/a', '/b')], [['accept'], ['accept', 'invalidate']]],
])('hands on an edit that exports %s', (_, editions, asked) => expect(run(...editions)).toEqual(asked));

it.each([
  ['the title of a screen', { Screen, title: 'A screen' }],
  ['functions', { format: () => 'text' }],
  ['nothing', {}],
])('leaves a module that exports %s to those who import it', (_, exports) =>
  expect(run(exports, exports)).toEqual([[], []]),
);

it('does nothing in a build that is not replaced', () => {
  expect(() => replaceable(undefined, { Screen })).not.toThrow();
});
