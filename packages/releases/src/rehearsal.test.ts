import { readdir } from 'node:fs/promises';
import { promote } from './promote';
import { prune } from './prune';
import { publish } from './publish';
import { openRehearsal } from './rehearsal';
import { REMOTE_BUILD, writeBuild } from './testing/build';
import { descriptorOf, someReleases } from './testing/releases';

it('answers as the real thing would, also to what follows, and writes nothing', async () => {
  const { root, address, store, by, publishVersion, wait } = await someReleases();
  await publishVersion('orders', '1.0.0');
  const before = { document: await store.read('orders'), files: await readdir(root, { recursive: true }) };
  wait(40);

  const rehearsal = openRehearsal(address);
  const { document, changed } = await promote(rehearsal, 'orders', '1.0.0', by());
  expect({ changed, live: document.live }).toEqual({ changed: true, live: '1.0.0' });
  const archive = {
    name: 'archive',
    baseVersion: '1.0.0',
    directory: await writeBuild(REMOTE_BUILD),
    descriptor: descriptorOf('archive', { routes: ['/orders'] }),
    by: by(),
  };
  await expect(publish(rehearsal, archive)).rejects.toThrow('its route /orders belongs to orders@1.0.0');
  const { version } = await publish(rehearsal, { ...archive, descriptor: descriptorOf('archive') });
  await promote(rehearsal, 'archive', version, by());
  expect((await rehearsal.names()).sort()).toEqual(['archive', 'orders']);
  await prune(rehearsal, 'orders', { olderThan: 0 }, by());

  expect({ document: await store.read('orders'), files: await readdir(root, { recursive: true }) }).toEqual(
    before,
  );
});
