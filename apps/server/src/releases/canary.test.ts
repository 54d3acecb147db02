import { useReleases } from '../testing/some-releases';

const releases = useReleases();
beforeEach(async () => {
  await releases.release('orders', '1.0.0');
  await releases.publishVersion('orders', '1.1.0');
});

it('restarts the canary with each call', async () => {
  await releases.canaryOf('orders', '1.1.0', 10);
  const { document } = await releases.canaryOf('orders', '1.1.0', 10);
  expect(document.canary).toEqual({ version: '1.1.0', percent: 10, since: '2026-03-01T00:05:00.000Z' });
});

it.each([
  ['1.1.0', 101, 'The share of a canary must be a whole number from 0 to 100, not 101.'],
  ['1.0.0', 10, 'orders@1.0.0 is already live. A canary must be another version.'],
])('refuses a canary of %s for %d %%', async (version, percent, message) => {
  const before = await releases.store.read('orders');
  await expect(releases.canaryOf('orders', version, percent)).rejects.toMatchObject({
    name: 'ReleaseError',
    message,
  });
  expect(await releases.store.read('orders')).toEqual(before);
});

it('requires a live version for the other visitors', async () => {
  await releases.publishVersion('archive', '1.0.0');
  await expect(releases.canaryOf('archive', '1.0.0', 10)).rejects.toThrow(
    'archive has no live version for the other visitors. Promote one first: pnpm portal promote archive@1.0.0',
  );
});
