import { watchDocuments } from './watch-documents';

const start = async () => {
  const stored = { names: ['login', 'orders'], marks: { orders: 'a' } as Record<string, string> };
  let now = 0;
  const look = watchDocuments(
    { names: async () => stored.names, readMarks: async () => stored.marks },
    () => now,
  );
  const first = await look();
  const see = async () => {
    const { names, changed } = await look();
    return { names: [...names], changed: [...changed] };
  };
  return { stored, first, see, wait: (seconds: number) => void (now += 1000 * seconds) };
};

it('reports all names at first, then nothing that did not change', async () => {
  const { first, see } = await start();
  expect(first).toEqual({ names: ['login', 'orders'], changed: new Set(['login', 'orders']) });
  expect(await see()).toEqual({ names: ['login', 'orders'], changed: [] });
});

it('reports changes with a mark at the next look, new names included', async () => {
  const { stored, see } = await start();
  stored.marks = { orders: 'b', archive: 'a', '../elsewhere': 'a' };
  expect(await see()).toEqual({ names: ['login', 'orders', 'archive'], changed: ['orders', 'archive'] });
  expect((await see()).changed).toEqual([]);
});

it('reports everything after a minute, for changes without a mark', async () => {
  const { stored, see, wait } = await start();
  stored.names = ['login', 'restored'];
  wait(59);
  expect((await see()).changed).toEqual([]);
  wait(1);
  expect(await see()).toEqual({ names: ['login', 'restored'], changed: ['login', 'restored'] });
  expect(await see()).toEqual({ names: ['login', 'restored'], changed: [] });
});

it('reports everything at once if a mark is gone', async () => {
  const { stored, see } = await start();
  stored.marks = {};
  expect((await see()).changed).toEqual(['login', 'orders']);
});
