import { randomUUID } from 'node:crypto';
import { useTestApp } from '../../testing/test-app';
import { replicaStore } from './replica-store';

const portal = useTestApp();

/** A replica with these keys, the own one first. @returns whether it serves, each time that it confirms itself */
const replica = (...prints: string[]) => {
  const own = { id: randomUUID(), host: `${prints.join()}:3000`, address: null, prints, pool_size: 10 };
  return () => replicaStore(portal.database).confirm(own);
};

test('replicas serve together if each accepts the key of the other', async () => {
  const [one, same, between, next] = [
    replica('old'),
    replica('old', 'new'),
    replica('new', 'old'),
    replica('new'),
  ];
  expect([await one(), await same(), await next()]).toEqual([true, true, false]);
  // The first refuses what this one makes.
  expect(await between()).toBe(false);
  expect([await one(), await same()]).toEqual([true, true]);
});

test('a replica that waits serves a minute after the others have ended', async () => {
  const [one, next] = [replica('old'), replica('new')];
  expect([await one(), await next()]).toEqual([true, false]);
  await portal.passTime({ seconds: 59 });
  expect(await next()).toBe(false);
  await portal.passTime({ seconds: 2 });
  expect(await next()).toBe(true);
  // The first one was suspended, and is too late.
  expect(await one()).toBe(false);
  const listed = await replicaStore(portal.database).list();
  expect(listed.map(({ host, serves }) => [host, serves])).toEqual([
    ['new:3000', true],
    ['old:3000', false],
  ]);
});
