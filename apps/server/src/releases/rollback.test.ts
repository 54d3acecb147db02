import { useReleases } from '../testing/some-releases';

const releases = useReleases();

const goBack = (to?: string) => releases.rollback('orders', to);

/** Performs changes such as `release 1.0.0, release 1.1.0, rollback`. */
const perform = async (changes: string): Promise<void> => {
  for (const change of changes.split(', ')) {
    const [action = '', version = ''] = change.split(' ');
    if (action === 'release') await releases.release('orders', version);
    else if (action === 'publish') await releases.publishVersion('orders', version);
    else if (action === 'promote') await releases.promoteVersion('orders', version);
    else if (action === 'canary') await releases.canaryOf('orders', version, 10);
    else await goBack(version || undefined);
  }
};

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
  ['release 1.0.0, release 1.1.0, publish 1.2.0, canary 1.2.0, rollback', '1.0.0', null],
])('after "%s", %s is live, %s is previous, and there is no canary', async (changes, live, previous) => {
  await perform(changes);
  expect(await releases.stateOf('orders')).toEqual({ live, previous, canary: null });
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
