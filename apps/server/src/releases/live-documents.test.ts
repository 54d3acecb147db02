import type { ReleaseDocument } from '@portal/contract';
import type { ReleaseStore } from '@portal/releases';
import { remoteRelease, shellRelease } from '../testing/releases';
import { liveDocuments } from './live-documents';

const damaged = () => Promise.reject(new Error('release.json is damaged'));

/** A store whose documents a test changes, on a clock that it moves, with a log that it reads. */
const start = () => {
  const kept = new Map<string, () => Promise<ReleaseDocument | undefined>>();
  const keep = (document: ReleaseDocument) => kept.set(document.name, () => Promise.resolve(document));
  const refuse = () => Promise.reject(new Error('A reader never writes'));
  const store: ReleaseStore = {
    names: async () => [...kept.keys()],
    read: async (name) => kept.get(name)?.(),
    update: refuse,
    putVersion: refuse,
  };
  const log = { error: jest.fn() };
  const clock = { now: 0 };
  keep(shellRelease);
  keep(remoteRelease('orders'));
  const documents = liveDocuments(store, log, () => clock.now);
  const live = async () =>
    Object.fromEntries((await documents()).map((document) => [document.name, document.live]));
  return { store, kept, keep, log, clock, live };
};

test('gives every document', async () => {
  const { live } = start();
  expect(await live()).toEqual({ shell: '1.0.0', orders: '1.0.0' });
});

test('sees a promotion after a second, and asks no sooner', async () => {
  const { keep, clock, live } = start();
  await live();
  keep({ ...remoteRelease('orders'), live: '1.1.0' });
  clock.now = 999;
  expect((await live())['orders']).toBe('1.0.0');
  clock.now = 1000;
  expect((await live())['orders']).toBe('1.1.0');
});

test('reads once for all who ask at the same time', async () => {
  const { store, live } = start();
  const reads = jest.spyOn(store, 'names');
  await Promise.all([live(), live(), live()]);
  expect(reads).toHaveBeenCalledTimes(1);
});

test('goes on with the last good state of a document that cannot be read, and with new ones of the others', async () => {
  const { kept, keep, log, clock, live } = start();
  await live();
  kept.set('orders', damaged);
  keep({ ...shellRelease, live: null });
  clock.now = 1000;
  expect(await live()).toEqual({ shell: null, orders: '1.0.0' });
  expect(log.error).toHaveBeenCalledWith(
    { err: expect.objectContaining({ message: 'release.json is damaged' }) },
    expect.stringContaining('orders'),
  );
});

test('a document that was damaged from the start takes nothing else with it', async () => {
  const { kept, live } = start();
  kept.set('orders', damaged);
  expect(await live()).toEqual({ shell: '1.0.0' });
});

test('goes on with the last good state when nothing can be read', async () => {
  const { store, log, clock, live } = start();
  await live();
  jest.spyOn(store, 'names').mockRejectedValue(new Error('The disk is gone'));
  jest.spyOn(store, 'read').mockRejectedValue(new Error('The disk is gone'));
  clock.now = 1000;
  expect(await live()).toEqual({ shell: '1.0.0', orders: '1.0.0' });
  expect(log.error).toHaveBeenCalled();
});

test('drops a document that is gone', async () => {
  const { kept, clock, live } = start();
  await live();
  kept.delete('orders');
  clock.now = 1000;
  expect(await live()).toEqual({ shell: '1.0.0' });
});
