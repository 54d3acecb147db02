import { replaceable, type Hot } from './fast-refresh-runtime';

const Screen = () => null;
const Card = () => null;
const remote = (...paths: string[]) => ({ default: { routes: paths.map((path) => ({ path })) } });

/** Runs a module, and again after each edit; returns the calls of each run to the bundler. */
const run = (...editions: object[]) => {
  const callsPerRun: string[][] = [];
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
    callsPerRun.push(calls);
    data = kept;
  }
  return callsPerRun;
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
])('replaces %s in the page', (_, editions, callsPerRun) => expect(run(...editions)).toEqual(callsPerRun));

it.each([
  ['another component', [{ Screen }, { Screen, Card }], [['accept'], ['accept', 'invalidate']]],
  ['something other than components', [{ Screen }, { Screen, title: 'A' }], [['accept'], ['invalidate']]],
  ['another route', [remote('/a'), remote('/a', '/b')], [['accept'], ['accept', 'invalidate']]],
])('passes on an edit that exports %s', (_, editions, callsPerRun) =>
  expect(run(...editions)).toEqual(callsPerRun),
);

it.each([
  ['functions', { format: () => 'text' }],
  ['nothing', {}],
])('leaves a module that exports %s to its importers', (_, exports) =>
  expect(run(exports, exports)).toEqual([[], []]),
);

it('does nothing in a build without hot replacement', () => {
  expect(() => replaceable(undefined, { Screen })).not.toThrow();
});
