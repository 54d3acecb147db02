import { buildNamed, REMOTE_BUILD, writeBuild } from '@portal/releases/testing';
import { descriptorOf, useReleases, type SomeReleases } from '../../testing/some-releases';
import { keepVerification, promote, PORTAL, rollback } from './changes';
import { requireRelease } from './release';
import { listVersions, readChanges, readReleases } from './release-store';

const releases = useReleases();

const goBack = (to?: string) => releases.rollback('orders', to);

/** Lets a version fail on most pages. */
const failOn = async (name: string, version: string): Promise<void> => {
  const { database } = releases.context;
  const { period } = requireRelease(await readReleases(database), name);
  const count = { name, version, period, hour: new Date(), cause: 'chunk', count: 10 };
  await database
    .insertInto('release_counts')
    .values({ ...count, what: 'failed' })
    .execute();
};

/** Performs changes such as `release 1.0.0, release 1.1.0, rollback`. */
const perform = async (changes: string): Promise<void> => {
  for (const change of changes.split(', ')) {
    const [action = '', version = ''] = change.split(' ');
    if (action === 'release') await releases.release('orders', version);
    else if (action === 'publish') await releases.publishVersion('orders', version);
    else if (action === 'promote') await releases.promoteVersion('orders', version);
    else if (action === 'canary') await releases.canaryOf('orders', version, 10);
    else if (action === 'fail') await failOn('orders', version);
    else if (action === 'take-down') await releases.takeDown('orders');
    else await goBack(version || undefined);
  }
};

/** Everything that is kept about the releases. */
const kept = async () => ({
  releases: await readReleases(releases.context.database),
  history: await releases.historyOf('orders'),
});

it.each([
  ['publish 1.0.0', null, null],
  ['release 1.0.0, release 1.1.0, release 1.2.0, rollback', '1.1.0', '1.0.0'],
  // Two steps back, and never forward again.
  ['release 1.0.0, release 1.1.0, release 1.2.0, rollback, rollback', '1.0.0', null],
  // The version that was live before is not the newest.
  ['release 1.0.0, release 1.1.0, promote 1.0.0, release 1.2.0, rollback', '1.0.0', '1.1.0'],
  ['release 1.0.0, release 1.1.0, rollback, release 1.1.1', '1.1.1', '1.0.0'],
  ['release 1.0.0, release 1.1.0, release 1.2.0, rollback 1.0.0', '1.0.0', null],
  // To a version that was never live.
  ['publish 1.0.1, release 1.0.0, release 1.1.0, rollback 1.0.1', '1.0.1', '1.0.0'],
  ['release 1.0.0, release 1.1.0, publish 1.2.0, canary 1.2.0, rollback', '1.0.0', null],
  ['release 1.0.0, publish 1.1.0, canary 1.1.0, promote 1.1.0', '1.1.0', '1.0.0'],
  // Nobody falls back to a version that fails.
  ['release 1.0.0, release 1.1.0, fail 1.1.0, release 1.1.1', '1.1.1', '1.0.0'],
  ['release 1.0.0, release 1.1.0, fail 1.1.0, promote 1.0.0', '1.0.0', null],
  ['release 1.0.0, fail 1.0.0, release 1.0.1', '1.0.1', null],
  ['release 1.0.0, release 1.1.0, publish 1.2.0, canary 1.2.0, take-down', null, null],
  ['release 1.0.0, release 1.1.0, take-down, take-down, promote 1.1.0', '1.1.0', null],
])('after "%s", %s is live, %s is previous, and there is no canary', async (changes, live, previous) => {
  await perform(changes);
  expect(await releases.stateOf('orders')).toEqual({ live, previous, canary: null });
});

it('a canary restarts with each call, and ends once', async () => {
  await perform('release 1.0.0, publish 1.1.0, canary 1.1.0, canary 1.1.0');
  expect(await releases.stateOf('orders')).toMatchObject({ canary: { version: '1.1.0', percent: 10 } });
  expect(await releases.stopCanary('orders')).toMatchObject({ live: '1.0.0', canary: null, changed: true });
  expect(await releases.stopCanary('orders')).toMatchObject({ changed: false });
});

it.each<[string, string, () => Promise<unknown>]>([
  [
    'publish 1.1.0, publish 1.2.0, publish 1.3.0, publish 1.4.0, publish 1.5.0, publish 1.6.0',
    'orders has no published version constructor. Published: 1.6.0, 1.5.0, 1.4.0, 1.3.0, 1.2.0, ….',
    () => releases.promoteVersion('orders', 'constructor'),
  ],
  [
    'release 1.0.0',
    'Nothing is published as archive. Run `pnpm portal status` for the list.',
    () => releases.promoteVersion('archive', '1.0.0'),
  ],
  [
    'release 1.0.0',
    'orders@1.0.0 is already live. A canary must be another version.',
    () => releases.canaryOf('orders', '1.0.0', 10),
  ],
  [
    'publish 1.0.0',
    'orders has no live version for the other visitors. Promote one first: pnpm portal promote orders@1.0.0',
    () => releases.canaryOf('orders', '1.0.0', 10),
  ],
  ['publish 1.0.0', 'orders has no live version to roll back.', goBack],
  [
    'release 1.0.0',
    'orders has nothing to roll back to: no version was live before 1.0.0. Name one: pnpm portal rollback orders --to VERSION, or take it down: pnpm portal take-down orders',
    goBack,
  ],
])('after "%s", a change is refused, and nothing is kept: %s', async (changes, message, change) => {
  await perform(changes);
  const before = await kept();
  await expect(change()).rejects.toMatchObject({ name: 'ReleaseError', message });
  expect(await kept()).toEqual(before);
});

it('a promotion and a canary are checked against what is live by now', async () => {
  await releases.publishVersion('letters', '1.1.0', { routes: ['/orders'] });
  await releases.release('letters', '1.0.0');
  await perform('release 1.0.0');
  const taken = 'letters@1.1.0 is refused: its route /orders belongs to orders@1.0.0, which is live.';
  await expect(releases.promoteVersion('letters', '1.1.0')).rejects.toThrow(taken);
  await expect(releases.canaryOf('letters', '1.1.0', 10)).rejects.toThrow(taken);
});

it('a remote that is taken down keeps its history, and leaves its routes to others', async () => {
  await perform('release 1.0.0, take-down, take-down');
  expect(await releases.historyOf('orders')).toEqual(['publish 1.0.0', 'promote 1.0.0', 'take-down 1.0.0']);
  await releases.release('letters', '1.0.0', { routes: ['/orders'] });
  await expect(releases.promoteVersion('orders', '1.0.0')).rejects.toThrow(
    'its route /orders belongs to letters@1.0.0, which is live.',
  );
  await releases.takeDown('letters');
  expect(await releases.promoteVersion('orders', '1.0.0')).toMatchObject({ live: '1.0.0' });
});

it('nobody takes the shell down', async () => {
  await releases.release('shell', '1.0.0');
  await expect(releases.takeDown('shell')).rejects.toThrow('Every page needs the shell.');
});

it('a rollback ignores conflicts with a warning', async () => {
  await releases.release('orders', '1.0.0', { routes: ['/orders', '/archive'] });
  await releases.release('orders', '1.1.0');
  await releases.release('archive', '1.0.0');
  expect(await goBack()).toMatchObject({
    live: '1.0.0',
    warnings: [
      'orders@1.0.0 is live, but its route /archive belongs to archive@1.0.0, which is live. Choose another one, or let archive give it up first.',
    ],
  });
});

it('a rollback after that of the portal itself changes nothing, unless it names a version', async () => {
  await perform('release 1.0.0, release 1.1.0, release 1.2.0');
  await rollback(releases.context, { name: 'orders', dryRun: false }, releases.by(PORTAL));
  expect(await goBack()).toMatchObject({ live: '1.1.0', changed: false });
  expect(await goBack('1.0.0')).toMatchObject({ live: '1.0.0', changed: true });
});

it('a rehearsal answers as the change would, and keeps nothing', async () => {
  await perform('release 1.0.0, publish 1.1.0');
  const { context, by } = releases;
  const before = await kept();
  const rehearsed = await promote(context, { name: 'orders', version: '1.1.0', dryRun: true }, by());
  expect(rehearsed).toMatchObject({ before: { live: '1.0.0' }, live: '1.1.0', changed: true });
  expect(await kept()).toEqual(before);
  expect(await releases.promoteVersion('orders', '1.1.0')).toEqual(rehearsed);
});

it('a change that was decided about other versions than the current ones is not made', async () => {
  await perform('release 1.0.0, release 1.1.0, release 1.2.0');
  const { context, by } = releases;
  const target = { name: 'orders', dryRun: false, period: 2 };
  expect(await rollback(context, target, by())).toMatchObject({ live: '1.2.0', changed: false });
});

it('the history has the author, the reason and the versions of each change, a page at a time', async () => {
  await perform('release 1.0.0, publish 1.1.0, canary 1.1.0');
  const { context } = releases;
  const why = 'Customers wait for it';
  const by = { ...releases.by('ben'), why };
  await promote(context, { name: 'orders', version: '1.1.0', dryRun: false }, by);
  const [newest, canary, ...none] = await readChanges(context.database, 'orders', { limit: 2 });
  expect([newest, canary]).toMatchObject([
    { who: 'ben', why, action: 'promote', versions: ['1.1.0'], percent: null, at: by.now.toISOString() },
    { who: 'ann', why: null, action: 'canary', versions: ['1.1.0'], percent: 10 },
  ]);
  expect(none).toEqual([]);
  const earlier = await readChanges(context.database, 'orders', { limit: 2, before: canary?.revision });
  expect(earlier).toMatchObject([
    { action: 'publish', versions: ['1.1.0'] },
    { action: 'promote', versions: ['1.0.0'] },
  ]);
});

it('the last verification is kept with its version, which stays the same', async () => {
  await perform('publish 1.0.0');
  const verification = {
    at: '2026-03-04T12:00:00.000Z',
    passed: true,
    portal: 'https://portal.example',
    shell: '1.0.0',
    problems: [],
    warnings: [{ check: 'calls', route: '/orders', problem: 'GET /visits has no mock' }],
  };
  const { context } = releases;
  const keep = (version: string, passed: boolean) =>
    keepVerification(context, { name: 'orders', version, verification: { ...verification, passed } });
  await keep('1.0.0', false);
  await keep('1.0.0', true);
  expect(await listVersions(context.database, 'orders')).toMatchObject([{ version: '1.0.0', verification }]);
  expect(await releases.publishVersion('orders', '1.0.0')).toMatchObject({ changed: false });
  await expect(keep('9.9.9', true)).rejects.toThrow('orders has no published version 9.9.9.');
});

describe('changes at the same time, in two replicas', () => {
  const outcome = (promotion: Promise<unknown>): Promise<string> =>
    promotion.then(
      () => 'promoted',
      (error: Error) => error.message,
    );

  it('let one of two remotes have a route, 100 times, and the history is whole', async () => {
    const { other } = releases;
    for (const name of ['archive', 'letters']) {
      await releases.release(name, '1.0.0');
      await releases.publishVersion(name, '1.1.0', { routes: ['/claims/:id'] });
    }
    const rounds = 100;
    for (let round = 0; round < rounds; round++) {
      const [one, two] = await Promise.all([
        outcome(releases.promoteVersion('archive', '1.1.0')),
        outcome(other.promoteVersion('letters', '1.1.0')),
      ]);
      const [winner, refusal] = one === 'promoted' ? ['archive', two] : ['letters', one];
      expect(refusal).toContain(`belongs to ${winner}@1.1.0, which is live.`);
      await releases.rollback(winner);
    }
    const changes = [...(await releases.historyOf('archive')), ...(await releases.historyOf('letters'))];
    expect(changes.filter((change) => change === 'promote 1.1.0')).toHaveLength(rounds);
    expect(changes.filter((change) => change === 'rollback 1.0.0')).toHaveLength(rounds);
    expect(changes).toHaveLength(2 * rounds + 6);
  }, 60_000);

  it('let one of two remotes publish the name of a container', async () => {
    const build = await writeBuild({ ...REMOTE_BUILD, 'build.json': buildNamed('provider') });
    const offer = (name: string, { publishBuild }: Pick<SomeReleases, 'publishBuild'>) =>
      publishBuild(build, { name, descriptor: descriptorOf(name) });
    const results = await Promise.allSettled([offer('archive', releases), offer('letters', releases.other)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('cannot give what is claimed to two remotes: the database refuses it', async () => {
    const { database } = releases.context;
    await releases.release('orders', '1.0.0');
    await releases.publishVersion('letters', '1.0.0');
    const claim = { kind: 'route', claim: '/orders', name: 'letters', claimed_at: new Date() } as const;
    await expect(database.insertInto('release_claims').values(claim).execute()).rejects.toThrow(
      'release_claims_pkey',
    );
  });
});
