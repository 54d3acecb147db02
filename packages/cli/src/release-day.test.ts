import { readdir } from 'node:fs/promises';
import { testWorkspace } from './testing/workspace';

const workspace = testWorkspace();
const { portal, publishOrders, releaseOf } = workspace;

it('releases a version to a tenth of the visitors, then to everybody, and rolls it back', async () => {
  await publishOrders('1.4.0', '1.5.0');
  const run = async (...args: string[]) => (await workspace.portalWith({}, ...args)).out;

  expect(await run('canary', 'orders@1.5.0', '--percent', '10')).toBe(
    'orders@1.5.0 is the canary for 10 % of the visitors; the others get 1.4.0\n',
  );
  expect(await releaseOf('orders')).toMatchObject({
    live: '1.4.0',
    canary: { version: '1.5.0', percent: 10 },
  });

  expect(await run('promote', 'orders@1.5.0', '--why', 'the list is faster')).toBe(
    'orders@1.5.0 is live; previous is 1.4.0\nUndo: pnpm portal rollback orders\n',
  );
  expect(await run('promote', 'orders@1.5.0')).toBe('orders@1.5.0 is already live\n');

  expect(await run('rollback', 'orders', '--who', 'bo', '--why', 'blank on old phones')).toBe(
    'orders@1.4.0 is live again instead of 1.5.0\n',
  );
  const { live, previous, canary, history } = await releaseOf('orders');
  expect({ live, previous, canary }).toEqual({ live: '1.4.0', previous: null, canary: null });
  expect(history.slice(-3).map(({ at: _, ...change }) => change)).toEqual([
    { action: 'canary', versions: ['1.5.0'], percent: 10, who: 'ann' },
    { action: 'promote', versions: ['1.5.0'], who: 'ann', why: 'the list is faster' },
    { action: 'rollback', versions: ['1.4.0'], who: 'bo', why: 'blank on old phones' },
  ]);
});

it('keeps a canary beside a new live version until it is stopped', async () => {
  await publishOrders('1.4.0', '1.4.1', '1.5.0');
  await portal('canary orders@1.5.0 --percent 25');
  expect((await portal('promote orders@1.4.1')).out).toBe(
    'orders@1.4.1 is live; previous is 1.4.0; the canary 1.5.0 continues at 25 %\nUndo: pnpm portal rollback orders\n',
  );
  expect((await portal('canary orders --stop')).out).toBe(
    'orders@1.5.0 is no longer the canary; everybody gets 1.4.1\n',
  );
  expect((await portal('canary orders --stop')).out).toBe('orders has no canary\n');
  expect((await releaseOf('orders')).canary).toBeNull();
});

it('a dry run reports the changes without making them', async () => {
  await publishOrders('1.4.0', '1.4.1', '1.5.0');
  await portal('promote orders@1.5.0');
  const stored = async () => ({
    document: await releaseOf('orders'),
    files: await readdir(workspace.path('.portal/releases'), { recursive: true }),
  });
  const before = await stored();
  const texts = {
    'publish shell --version 2.1.0 --promote': 'shell@2.1.0 would be live',
    'prune --all --older-than 0': 'orders: 1.4.1 would be removed',
    'promote orders@1.4.0': 'orders@1.4.0 would be live; previous is 1.5.0',
    'canary orders@1.4.0 --percent 5':
      'orders@1.4.0 would be the canary for 5 % of the visitors; the others get 1.5.0',
    'rollback orders': 'orders@1.4.0 would be live again instead of 1.5.0',
  };
  for (const [command, text] of Object.entries(texts))
    expect((await portal(`${command} --dry-run`)).out).toBe(`${text}\n`);
  expect(await stored()).toEqual(before);
});

it('prune removes old, unused versions', async () => {
  await publishOrders('1.4.0', '1.4.1', '1.5.0');
  await portal('promote orders@1.5.0');
  expect((await portal('prune orders')).out).toBe('orders: nothing unused is older than 30 days\n');
  expect(JSON.parse((await portal('prune --all --older-than 0 --json')).out)).toEqual({
    dryRun: false,
    pruned: [{ name: 'orders', versions: ['1.4.1'], abandoned: [] }],
  });
});

it('prune removes nothing if one document is unreadable', async () => {
  await publishOrders('1.4.0', '1.4.1', '1.5.0');
  await portal('promote orders@1.5.0');
  await workspace.write({ '.portal/releases/zeta/release.json': '{' });
  const before = await releaseOf('orders');
  const { err, exitCode } = await portal('prune --all --older-than 0');
  expect({ err, exitCode }).toEqual({
    err: 'portal: zeta/release.json is damaged. Restore it from a backup, or delete it, publish and promote again.\n',
    exitCode: 1,
  });
  expect(await releaseOf('orders')).toEqual(before);
});

it.each([
  ['promote orders', 'Name a remote and its version, such as orders@1.4.0.'],
  ['canary orders@1.4.0', 'Add the share of visitors: --percent 10'],
  ['canary orders@1.4.0 --percent 101', '--percent must be a whole number from 0 to 100, not 101.'],
  ['canary orders --stop --percent 5', 'Use --percent or --stop, not both.'],
  ['rollback', "missing required argument 'name'"],
  ['prune', 'Name a remote, or --all: pnpm portal prune orders'],
  ['prune orders --all', 'Name a remote, or --all: pnpm portal prune orders'],
  ['prune orders --older-than 1.5', '--older-than must be a whole number of days, not 1.5.'],
])('rejects "portal %s" with an explanation', async (command, sentence) => {
  expect(await portal(command)).toEqual({ out: '', err: `portal: ${sentence}\n`, exitCode: 2 });
});

it('signs releases with a new key by a promotion of the live version', async () => {
  const keyOf = async (file: string): Promise<string> =>
    JSON.parse((await portal(`keys orders --file ${file} --json`)).out).publicKeys.orders.keys[0];
  const [former, next] = [await keyOf('former.pem'), await keyOf('next.pem')];
  const trust = (...keys: string[]) => workspace.write({ 'keys.json': JSON.stringify({ orders: { keys } }) });
  const run = (file: string, command: string) =>
    workspace.portalWith(
      { RELEASE_SIGNING_KEY: file, RELEASE_PUBLIC_KEYS: 'keys.json' },
      ...command.split(' '),
    );
  const signature = async () => JSON.stringify((await releaseOf('orders')).signature);
  await trust(former);
  await run('former.pem', 'publish orders --version 3.0.0 --promote');
  const before = await signature();
  await trust(former, next);
  const promote = 'promote orders@3.0.0';
  expect((await run('next.pem', `${promote} --dry-run`)).out).toBe(
    'orders@3.0.0 is already live; its release would be signed with your key\n',
  );
  expect(await signature()).toBe(before);
  expect((await run('next.pem', promote)).out).toBe(
    'orders@3.0.0 is already live; its release is signed with your key\n',
  );
  expect(await signature()).not.toBe(before);
  await trust(next);
  expect(await run('next.pem', promote)).toMatchObject({
    out: 'orders@3.0.0 is already live\n',
    exitCode: 0,
  });
});
