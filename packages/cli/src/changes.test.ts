import { OUTCOME, testPortal } from './testing/portal';
import { testWorkspace } from './testing/workspace';

const server = testPortal();
const { portal, portalWith } = testWorkspace(server.environment);

it('promotes a version, for a reason', async () => {
  server.answer('promote', { ...OUTCOME, live: '1.5.0', previous: '1.4.0' });
  expect(await portalWith({}, 'promote', 'orders@1.5.0', '--why', 'the list is faster')).toEqual({
    out: 'orders@1.5.0 is live; previous is 1.4.0\nUndo: pnpm portal rollback orders\n',
    err: '',
    exitCode: 0,
  });
  expect(server.calls()).toMatchObject([
    {
      name: 'promote',
      given: { name: 'orders', version: '1.5.0', why: 'the list is faster', dryRun: false },
      authorization: 'Bearer pt_orders',
    },
  ]);
});

it('says that a version is live already, and that a canary continues', async () => {
  server.answer('promote', { ...OUTCOME, live: '1.5.0', changed: false });
  expect((await portal('promote orders@1.5.0')).out).toBe('orders@1.5.0 is already live\n');
  const canary = { version: '1.6.0', percent: 25 };
  server.answer('promote', { ...OUTCOME, live: '1.5.0', canary });
  expect((await portal('promote orders@1.5.0')).out).toBe(
    'orders@1.5.0 is live; the canary 1.6.0 continues at 25 %\n',
  );
});

it('starts a canary, and stops it', async () => {
  expect((await portal('canary orders@1.5.0 --percent 10')).out).toBe(
    'orders@1.5.0 is the canary for 10 % of the visitors; the others get 1.4.0\n',
  );
  const before = { live: '1.4.0', previous: null, canary: { version: '1.5.0', percent: 10 } };
  server.answer('canary', { ...OUTCOME, before, live: '1.4.0' });
  expect((await portal('canary orders --stop')).out).toBe(
    'orders@1.5.0 is no longer the canary; everybody gets 1.4.0\n',
  );
  server.answer('canary', { ...OUTCOME, live: '1.4.0', changed: false });
  expect((await portal('canary orders --stop')).out).toBe('orders has no canary\n');
  expect(server.given('canary')).toEqual([
    { name: 'orders', version: '1.5.0', percent: 10, dryRun: false },
    { name: 'orders', stop: true, dryRun: false },
    { name: 'orders', stop: true, dryRun: false },
  ]);
});

it('rolls back, to the version before or to a chosen one', async () => {
  const before = { live: '1.5.0', previous: '1.4.0', canary: { version: '1.6.0', percent: 10 } };
  server.answer('rollback', { ...OUTCOME, before, live: '1.4.0' });
  expect((await portal('rollback orders')).out).toMatch(/^orders@1\.4\.0 is live again instead of 1\.5\.0/);
  await portal('rollback orders --to 1.3.0 --dry-run');
  expect(server.given('rollback')).toEqual([
    { name: 'orders', dryRun: false },
    { name: 'orders', to: '1.3.0', dryRun: true },
  ]);
});

it('takes a remote down, and says how it comes back', async () => {
  const before = { live: '1.5.0', previous: '1.4.0', canary: null };
  server.answer('take-down', { ...OUTCOME, before });
  expect((await portalWith({}, 'take-down', 'orders', '--why', 'sold')).out).toBe(
    'orders@1.5.0 is taken down: nobody gets orders any more\nBring it back: pnpm portal promote orders@1.5.0\n',
  );
  expect((await portal('take-down orders --dry-run')).out).toBe('orders@1.5.0 would be taken down\n');
  expect(server.given('take-down')).toEqual([
    { name: 'orders', why: 'sold', dryRun: false },
    { name: 'orders', dryRun: true },
  ]);
  server.answer('take-down', { ...OUTCOME, changed: false });
  expect((await portal('take-down orders')).out).toBe('orders is not live\n');
});

it('prunes one release, or every one', async () => {
  server.answer('prune', { name: 'orders', versions: [], abandoned: [] });
  expect((await portal('prune orders')).out).toBe('orders: nothing unused is older than 30 days\n');
  server.answer('prune', { name: 'orders', versions: ['1.4.1', '1.3.0'], abandoned: ['1.2.0'] });
  expect((await portal('prune --all --older-than 0')).out).toBe(
    'orders: 1.4.1, 1.3.0 is removed\norders: what is left of 1.2.0 is removed\n',
  );
  expect(server.given('prune')).toEqual([
    { name: 'orders', olderThan: 30, dryRun: false },
    { name: 'orders', olderThan: 0, dryRun: false },
  ]);
});

it.each([
  [
    'promote orders@1.5.0',
    'promote',
    { live: '1.5.0', previous: '1.4.0' },
    'orders@1.5.0 would be live; previous is 1.4.0',
  ],
  [
    'canary orders@1.5.0 --percent 5',
    'canary',
    { live: '1.4.0', canary: { version: '1.5.0', percent: 5 } },
    'orders@1.5.0 would be the canary for 5 % of the visitors; the others get 1.4.0',
  ],
  [
    'rollback orders',
    'rollback',
    { before: { live: '1.5.0', previous: null, canary: null }, live: '1.4.0' },
    'orders@1.4.0 would be live again instead of 1.5.0',
  ],
])('says what "portal %s" would do on a dry run', async (command, call, outcome, text) => {
  server.answer(call, { ...OUTCOME, ...outcome });
  expect((await portal(`${command} --dry-run`)).out).toBe(`${text}\n`);
  expect(server.given(call)).toMatchObject([{ dryRun: true }]);
});

it('prints JSON, and warnings on stderr', async () => {
  const warnings = ['orders has no screen for /visits any more.'];
  server.answer('promote', { ...OUTCOME, live: '1.5.0', warnings });
  expect(JSON.parse((await portal('promote orders@1.5.0 --json')).out)).toEqual({
    version: '1.5.0',
    name: 'orders',
    changed: true,
    dryRun: false,
    live: '1.5.0',
    canary: null,
    previous: null,
    warnings,
  });
  expect((await portal('promote orders@1.5.0')).err).toBe(`portal: warning: ${warnings[0]}\n`);
});

it.each([
  ['promote orders', 'Name a remote and its version, such as orders@1.4.0.'],
  ['canary orders@1.4.0', 'Add the share of visitors: --percent 10'],
  ['canary orders@1.4.0 --percent 101', '--percent must be a whole number from 0 to 100, not 101.'],
  ['canary orders --stop --percent 5', 'Use --percent or --stop, not both.'],
  ['rollback', "missing required argument 'name'"],
  ['prune', 'Name a remote, or --all: pnpm portal prune orders'],
  ['prune orders --all', 'Name a remote, or --all: pnpm portal prune orders'],
  ['prune orders --older-than 1.5', '--older-than must be a whole number, not 1.5.'],
])('rejects "portal %s" with an explanation', async (command, sentence) => {
  expect(await portal(command)).toEqual({ out: '', err: `portal: ${sentence}\n`, exitCode: 2 });
  expect(server.calls()).toEqual([]);
});
