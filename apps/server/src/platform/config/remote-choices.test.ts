import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRemoteChoices } from './remote-choices';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'remotes-'))));
afterEach(() => rm(folder, { recursive: true }));

const read = async (choices: unknown, apiUpstream?: URL) => {
  const remotesFile = join(folder, 'remotes.json');
  await writeFile(remotesFile, JSON.stringify(choices));
  return readRemoteChoices({ remotesFile, apiUpstream });
};

test('reads the addresses of back ends', async () => {
  const { orders } = await read({ orders: { api: 'http://orders-api.internal:8080/v1/' } });
  expect(orders?.api?.href).toBe('http://orders-api.internal:8080/v1/');
});

test('asks for what back ends need', async () => {
  await expect(read({ orders: { availability: '/available' } })).rejects.toMatchObject({
    faults: ['REMOTES: "orders" has "availability", which needs "api"'],
  });
  const apiUpstream = new URL('http://upstream.test');
  await expect(read({ orders: { api: 'http://orders-api' } }, apiUpstream)).rejects.toThrow('API_UPSTREAM');
});

test.each([
  'orders-api.internal',
  'file:///etc',
  'http://',
  'http://ann:secret@orders-api',
  'http://orders-api?key=1',
])('refuses %s as an address, without naming it', async (api) => {
  await expect(read({ orders: { api } })).rejects.toMatchObject({
    faults: [
      'REMOTES: "orders.api" must be an address without password and query, such as http://orders-api.internal:8080',
    ],
  });
});
