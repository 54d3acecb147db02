import { join } from 'node:path';
import { readDescriptor } from './read-build';
import { writeBuild } from './testing/build';

const descriptor = {
  name: 'orders',
  title: 'Orders',
  access: 'customer',
  routes: ['/service-orders'],
  navigation: [{ label: 'All', path: '/service-orders', icon: 'M0 0', order: 10 }],
  requires: { shell: '^1.0.0' },
};

const read = async (content: string | undefined) =>
  readDescriptor(join(await writeBuild({ 'remote.json': content }), 'remote.json'));

it('reads a descriptor', async () => {
  expect(await read(JSON.stringify(descriptor))).toEqual(descriptor);
});

it.each([
  [
    { ...descriptor, routes: ['service-orders'] },
    '/routes/0 must be a path that starts with "/", such as /order/:id or /archive/*',
  ],
  [
    { ...descriptor, navigation: [{ ...descriptor.navigation[0], icon: 'javascript:alert(1)' }] },
    '/navigation/0/icon must be SVG path data',
  ],
  [{ ...descriptor, name: 'Orders' }, '/name must be lower-case letters, digits and dashes'],
  [{ ...descriptor, colour: 'red' }, '/colour '],
])('points at what is wrong', async (wrong, fault) => {
  await expect(read(JSON.stringify(wrong))).rejects.toMatchObject({
    name: 'ReleaseError',
    message: expect.stringContaining(fault),
  });
});

it('points at every fault at once', async () => {
  await expect(read(JSON.stringify({ ...descriptor, title: '', access: 'everybody' }))).rejects.toThrow(
    /\/title .*; \/access /,
  );
});

it('says so when there is none', async () => {
  await expect(read(undefined)).rejects.toMatchObject({
    name: 'ReleaseError',
    message: expect.stringMatching(/remote\.json is missing\./),
  });
});
