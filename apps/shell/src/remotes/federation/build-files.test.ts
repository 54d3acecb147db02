import type { RemoteVersion } from '@portal/contract';
import { http, HttpResponse } from 'msw';
import { orders, ordersWith } from '../../testing/registry';
import { server } from '../../testing/server';
import { buildFiles } from './build-files';

const INTEGRITY = `sha384-${'B'.repeat(64)}`;
const STYLE = { url: '/releases/orders/1.0.0/orders.css', integrity: INTEGRITY };

const BUILD = 'http://localhost:3002/mf-manifest.json';
const developed: RemoteVersion = {
  ...ordersWith({ local: true, globalName: '' }),
  url: BUILD,
  metadata: { version: '0.0.0-local', integrity: '' },
};

it('uses new URLs for each attempt', async () => {
  const { entry, styles } = await buildFiles(ordersWith({ styles: [STYLE] }), 2);
  expect(entry).toEqual({ url: `${orders.url}?retry=2`, integrity: orders.metadata.integrity });
  expect(styles).toEqual([{ ...STYLE, url: `${STYLE.url}?retry=2` }]);
});

it.each([
  ['entry', { ...orders, metadata: { version: '1.0.0', integrity: '' } }],
  ['entry (an invalid value)', { ...orders, metadata: { version: '1.0.0', integrity: 'none' } }],
  ['style', ordersWith({ styles: [{ ...STYLE, integrity: '' }] })],
  ['module', ordersWith({ format: 'module', modules: [{ url: '/a.js', integrity: 'md5-x' }] })],
])('rejects a published version without a valid integrity for its %s', async (_, version) => {
  await expect(buildFiles(version, 0)).rejects.toMatchObject({ name: 'LoadFailure', reason: 'integrity' });
});

it('reads the federation manifest from a developer’s machine', async () => {
  const assets = { js: { sync: [], async: [] }, css: { sync: ['a.css'], async: [] } };
  const metaData = {
    globalName: 'dev',
    remoteEntry: { path: 'js', name: 'remoteEntry.js', type: 'module' },
  };
  server.use(http.get(BUILD, () => HttpResponse.json({ metaData, exposes: [{ path: './remote', assets }] })));
  expect(await buildFiles(developed, 0)).toMatchObject({
    entry: { url: 'http://localhost:3002/js/remoteEntry.js', integrity: '' },
    globalName: 'dev',
    format: 'module',
    styles: [{ url: 'http://localhost:3002/a.css', integrity: '' }],
    modules: [],
  });
});

it('takes the entry of a portal in development from the registry, without integrity', async () => {
  const entry = '/releases/orders/0.0.0-dev/remoteEntry.js';
  expect(await buildFiles({ ...developed, url: entry }, 0)).toMatchObject({ entry: { url: entry } });
});

it.each([
  ['does not respond', () => HttpResponse.error()],
  ['returns something else', () => HttpResponse.json({ hello: 'world' })],
])('explains the failure when a developer’s machine %s', async (_, reply) => {
  server.use(http.get(BUILD, reply));
  await expect(buildFiles(developed, 0)).rejects.toMatchObject({
    reason: 'entry',
    message: `${BUILD} does not describe a build. Is the remote running there?`,
  });
});
