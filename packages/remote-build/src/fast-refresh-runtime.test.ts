import { replaceable, start, type Hot } from './fast-refresh-runtime';

const Screen = () => null;
const Card = () => null;
const remote = (...paths: string[]) => ({ default: { routes: paths.map((path) => ({ path })) } });

const shows = (Component: () => null) => ({ default: { routes: [{ path: '/a', Component }] } });

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

// Before `start`, as in a portal with React for production.
const inProduction = run({ Screen }, { Screen });
start();

const parts = { Screen, Card };

it.each([
  ['replaces components in the page', [parts, parts], [['accept'], ['accept']]],
  ['replaces a remote in the page', [remote('/a', '/b'), remote('/a', '/b')], [['accept'], ['accept']]],
  ['passes on another component', [{ Screen }, parts], [['accept'], ['accept', 'invalidate']]],
  ['passes on something else', [{ Screen }, { Screen, title: 'A' }], [['accept'], ['invalidate']]],
  ['passes on another route', [remote('/a'), remote('/a', '/b')], [['accept'], ['accept', 'invalidate']]],
  ['passes on a renamed component', [shows(Screen), shows(Card)], [['accept'], ['accept', 'invalidate']]],
  ['leaves functions to their importers', [{ format: () => 'text' }], [[]]],
  ['leaves a module without exports to its importers', [{}, {}], [[], []]],
])('%s', (_, editions, callsPerRun) => expect(run(...editions)).toEqual(callsPerRun));

it('leaves components to their importers if React cannot replace them', () => {
  expect(inProduction).toEqual([[], []]);
});

it('does nothing in a build without hot replacement', () => {
  expect(() => replaceable(undefined, { Screen })).not.toThrow();
});
