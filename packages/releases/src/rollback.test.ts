import { rollback } from './rollback';
import { someReleases, type SomeReleases } from './testing/releases';

let releases: SomeReleases;
beforeEach(async () => {
  releases = await someReleases();
});

const goBack = (to?: string) => releases.rollback('orders', to);

/** Performs changes such as `release 1.0.0, release 1.1.0, rollback`. */
const perform = async (changes: string): Promise<void> => {
  for (const change of changes.split(', ')) {
    const [action = '', version = ''] = change.split(' ');
    if (action === 'release') await releases.release('orders', version);
    else if (action === 'publish') await releases.publishVersion('orders', version);
    else if (action === 'promote') await releases.promoteVersion('orders', version);
    else await goBack(version || undefined);
  }
};

it('makes the previous version live again, and records author and reason', async () => {
  await perform('release 1.0.0, release 1.1.0');
  const { document } = await rollback(releases.store, 'orders', undefined, {
    ...releases.by(),
    why: 'blank',
  });
  expect(document).toMatchObject({ live: '1.0.0', previous: null, canary: null });
  expect(document.history.at(-1)).toMatchObject({
    who: 'ann',
    why: 'blank',
    action: 'rollback',
    versions: ['1.0.0'],
  });
});

it.each([
  ['release 1.0.0, release 1.1.0, release 1.2.0, rollback', '1.1.0', '1.0.0'],
  // Two steps back, and never forward again.
  ['release 1.0.0, release 1.1.0, release 1.2.0, rollback, rollback', '1.0.0', null],
  // The version that was live before is not the newest.
  ['release 1.0.0, release 1.1.0, promote 1.0.0, release 1.2.0, rollback', '1.0.0', '1.1.0'],
  ['release 1.0.0, release 1.1.0, rollback, release 1.1.1', '1.1.1', '1.0.0'],
  ['release 1.0.0, release 1.1.0, release 1.2.0, rollback 1.0.0', '1.0.0', null],
  // To a version that was never live.
  ['publish 1.0.1, release 1.0.0, release 1.1.0, rollback 1.0.1', '1.0.1', '1.0.0'],
])('after "%s", %s is live, and %s is previous', async (changes, live, previous) => {
  await perform(changes);
  expect(await releases.stateOf('orders')).toMatchObject({ live, previous });
});

it('ends a canary', async () => {
  await perform('release 1.0.0, release 1.1.0, publish 1.2.0');
  await releases.canaryOf('orders', '1.2.0', 10);
  await goBack();
  expect(await releases.stateOf('orders')).toMatchObject({ live: '1.0.0', canary: null });
});

it.each([
  ['publish 1.0.0', 'orders has no live version to roll back.'],
  [
    'release 1.0.0',
    'orders has nothing to roll back to: no version was live before 1.0.0. Name one: pnpm portal rollback orders --to VERSION',
  ],
])('is refused after "%s"', async (changes, message) => {
  await perform(changes);
  await expect(goBack()).rejects.toMatchObject({ name: 'ReleaseError', message });
});

it('ignores conflicts with a warning', async () => {
  await releases.release('orders', '1.0.0', { routes: ['/orders', '/archive'] });
  await releases.release('orders', '1.1.0');
  await releases.release('archive', '1.0.0');
  const { document, warnings } = await goBack();
  expect(document.live).toBe('1.0.0');
  expect(warnings).toEqual([
    'orders@1.0.0 is live, but its route /archive belongs to archive@1.0.0, which is live. Choose another one, or let archive give it up first.',
  ]);
});
