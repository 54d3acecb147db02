import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { releaseAnswers, releaseCalls } from '@portal/releases';
import { REMOTE_BUILD, buildNamed } from '@portal/releases/testing';
import * as v from 'valibot';
import { descriptorOf } from '../../testing/some-releases';
import { putRelease, shellRelease } from '../../testing/releases';
import { useTestApp } from '../../testing/test-app';
import { releaseVerbs, teamTokenStore, type newTokenSchema } from './team-token-store';

// What a team does with its token, by HTTP.

const portal = useTestApp();

type Scope = Partial<v.InferInput<typeof newTokenSchema>>;

/** A team's calls, with a token of this scope. */
const team = async (scope: Scope = {}) => {
  const { token } = await teamTokenStore(portal.database).create({
    team: 'orders-team',
    names: ['orders'],
    verbs: [...releaseVerbs],
    days: 90,
    createdBy: 'dana',
    ...scope,
  });
  const post = async (call: string, payload: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await portal.app.inject({
      method: 'POST',
      url: `/-/releases/${call}`,
      headers,
      payload,
    });
    return { statusCode: response.statusCode, ...response.json() };
  };
  return {
    token,
    post,
    /** Publishes a build. */
    publish: (version: string, given: object = {}, files: Record<string, string> = {}) => {
      const form = new FormData();
      const publication = {
        name: 'orders',
        version,
        baseVersion: '1.0.0',
        descriptor: descriptorOf('orders'),
      };
      form.append('publication', JSON.stringify({ ...publication, ...given }));
      const build = { ...REMOTE_BUILD, 'build.json': buildNamed('portal_orders'), ...files };
      for (const [path, content] of Object.entries(build)) form.append(path, new Blob([content]), 'file');
      return post('publish', form);
    },
  };
};

const historyOf = async (name: string) => (await (await team()).post('show', { name })).history;

test('a day of a team: each of its changes is in the audit log under its name', async () => {
  const { post, publish } = await team();
  const orders = { name: 'orders' };
  expect(await publish('1.0.0')).toMatchObject({
    statusCode: 200,
    version: '1.0.0',
    changed: true,
    files: 6,
  });
  expect(await publish('1.0.0')).toMatchObject({ statusCode: 200, changed: false });
  await publish('1.1.0');
  await post('promote', { ...orders, version: '1.0.0' });
  await post('canary', { ...orders, version: '1.1.0', percent: 10, why: 'a try' });
  expect(await post('canary', { ...orders, stop: true })).toMatchObject({ live: '1.0.0', canary: null });
  await post('promote', { ...orders, version: '1.1.0' });
  expect(await post('rollback', orders)).toMatchObject({ before: { live: '1.1.0' }, live: '1.0.0' });
  expect(await post('take-down', orders)).toMatchObject({ before: { live: '1.0.0' }, live: null });
  expect(await post('prune', { ...orders, olderThan: 0 })).toMatchObject({ versions: ['1.0.0', '1.1.0'] });
  expect((await historyOf('orders'))[5]).toMatchObject({ who: 'orders-team', percent: 10, why: 'a try' });
  const done = { event: 'operator', outcome: 'done', who: 'orders-team', remote: 'orders' };
  expect(await portal.auditLines(done, 9)).toHaveLength(9);
  const published = { ...done, work: 'releases/publish' };
  expect(await portal.auditLines(published)).toMatchObject([{ version: '1.0.0' }, { version: '1.1.0' }]);
});

test.each([
  ['publish', { version: '2.0.0' }],
  ['promote', { version: '1.0.0' }],
  ['canary', { stop: true }],
  ['rollback', { to: '1.0.0' }],
  ['prune', { olderThan: 0 }],
] as const)('a token needs the verb %s, and the name of the remote', async (verb, given) => {
  const { publish, post } = await team();
  await publish('1.0.0');
  await post('promote', { name: 'orders', version: '1.0.0' });
  const before = await historyOf('orders');
  const others = releaseVerbs.filter((one) => one !== verb);
  for (const scope of [{ verbs: others }, { names: ['invoices'] }]) {
    const stranger = await team(scope);
    const call =
      verb === 'publish' ? stranger.publish('2.0.0') : stranger.post(verb, { name: 'orders', ...given });
    const message = expect.stringContaining(`The token of orders-team may not ${verb} orders.`);
    expect(await call).toMatchObject({ statusCode: 403, message });
  }
  expect(await historyOf('orders')).toEqual(before);
});

test.each(Object.keys(releaseCalls))('nobody calls %s without a token', async (call) => {
  const url = `/-/releases/${call}`;
  for (const authorization of [undefined, 'Bearer pt_unknown', 'Bearer x', 'Basic cHRfOng=']) {
    const headers = authorization === undefined ? {} : { authorization };
    const response = await portal.app.inject({ method: 'POST', url, headers, payload: {} });
    expect(response.statusCode).toBe(401);
    expect(response.json().message).toBe('Send a valid token of a team: "Authorization: Bearer pt_…".');
  }
});

test('a rehearsal is not in the audit log', async () => {
  const { publish, post } = await team();
  expect(await publish('1.0.0', { dryRun: true })).toMatchObject({ statusCode: 200, changed: true });
  await publish('1.0.0');
  const promotion = { name: 'orders', version: '1.0.0' };
  expect(await post('promote', { ...promotion, dryRun: true })).toMatchObject({ live: '1.0.0' });
  await post('promote', promotion);
  expect(await portal.auditLines({ event: 'operator', outcome: 'done' }, 2)).toHaveLength(2);
});

test('a token without the verb rollback cannot take a remote down, and hears of it at a promotion', async () => {
  const { publish, post } = await team({ verbs: ['publish', 'promote'] });
  await publish('1.0.0');
  expect(await post('promote', { name: 'orders', version: '1.0.0' })).toMatchObject({
    statusCode: 200,
    warnings: [
      'If orders@1.0.0 fails, orders-team cannot go back: the token lacks the verb rollback. Ask the operator of the portal for it.',
    ],
  });
  expect(await post('take-down', { name: 'orders' })).toMatchObject({ statusCode: 403 });
});

test.each<[string, Scope, Parameters<Awaited<ReturnType<typeof team>>['publish']>, number, string]>([
  ['bytes', { megabytes: 1 }, ['1.0.0', {}, { 'film.mp4': 'x'.repeat(1_000_001) }], 413, 'more than 1 MB'],
  ['files', { files: 7 }, ['1.0.0'], 413, 'more files than the limit of your team'],
  ['versions', { versions: 1 }, ['1.1.0'], 409, 'orders has 1 versions, and your limit is 1.'],
  ['characters of a reason', {}, ['1.1.0', { why: 'x'.repeat(501) }], 400, 'Use at most 500.'],
])(
  'a team is limited in %s, and nothing more is kept',
  async (_, scope, publication, statusCode, sentence) => {
    await (await team()).publish('0.9.0');
    const { publish } = await team(scope);
    const message = expect.stringContaining(sentence);
    expect(await publish(...publication)).toMatchObject({ statusCode, message });
    expect(await historyOf('orders')).toHaveLength(1);
  },
);

test('pipelines that are cut, in their upload or while they wait for it, hold up no later one', async () => {
  const { token, publish } = await team();
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const begin = async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' };
    const upload = request(`${address}/-/releases/publish`, { method: 'POST', headers });
    upload.on('error', () => undefined);
    upload.write('--x\r\ncontent-disposition: form-data; name="entry.js"; filename="entry.js"\r\n\r\nconst');
    const [{ socket }] = (await once(portal.app.server, 'request')) as [IncomingMessage];
    return async () => {
      upload.destroy();
      await once(socket, 'close');
    };
  };
  const cuts = [await begin(), await begin()];
  for (const cut of cuts.reverse()) await cut();
  expect(await publish('1.0.0')).toMatchObject({ statusCode: 200 });
});

test('a build may have thousands of files', async () => {
  const icons = Array.from({ length: 1200 }, (_, icon) => [`icons/${icon}.svg`, '<svg/>'] as const);
  const { publish } = await team();
  expect(await publish('1.0.0', {}, Object.fromEntries(icons))).toMatchObject({
    statusCode: 200,
    files: 1206,
  });
});

test.each<[object, Record<string, string>, string]>([
  [{}, { '../entry.js': '' }, '../entry.js cannot be published: '],
  [{}, { 'a/../../entry.js': '' }, 'a/../../entry.js cannot be published: '],
  [{}, { '/etc/entry.js': '' }, '/etc/entry.js cannot be published: '],
  [{}, { 'my logo#1.png': '' }, 'my logo#1.png cannot be published: the path of a file may have letters'],
  [{ version: 'latest' }, {}, '/version must be a semantic version'],
  [{ who: 'mallory' }, {}, '/who is unknown.'],
  [{ descriptor: { ...descriptorOf('orders'), sounds: [] } }, {}, '/descriptor/sounds is unknown.'],
  [{ baseVersion: undefined }, {}, '/baseVersion is missing.'],
])('a publication is refused: %j %j', async (given, files, sentence) => {
  const { publish } = await team();
  const message = expect.stringContaining(sentence);
  expect(await publish('1.0.0', given, files)).toMatchObject({ statusCode: 400, message });
});

test('a refusal of the rules, and a fault of a call, are told as a sentence', async () => {
  const { post, publish } = await team();
  await publish('1.0.0');
  expect(await post('promote', { name: 'orders', version: '9.9.9' })).toMatchObject({
    statusCode: 409,
    message: 'orders has no published version 9.9.9. Published: 1.0.0.',
  });
  expect(await post('promote', { name: 'orders' })).toMatchObject({
    statusCode: 400,
    message: '/version is missing.',
  });
});

test('a preview is a link with a grant, for remotes of the team in any shell', async () => {
  await putRelease(portal.database, portal.config.releasesUrl, shellRelease());
  const { post, publish } = await team();
  await publish('1.0.0');
  const versions = [
    { name: 'orders', version: '1.0.0' },
    { name: 'shell', version: '1.1.0' },
  ];
  const { url, expiresAt } = v.parse(releaseAnswers.preview, await post('preview', { versions, days: 1 }));
  expect(url).toMatch(/^http:\/\/portal\.test\/orders\?preview=[\w-]+\.[\w-]+$/);
  expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);

  const browser = portal.newBrowser();
  const { pathname, search } = new URL(url);
  expect((await browser.get(pathname + search, { accept: 'text/html' })).statusCode).toBe(303);
  const { microFrontends } = (await browser.get('/registry.json')).json();
  expect(microFrontends.orders).toMatchObject([{ metadata: { version: '1.0.0' } }]);
  expect((await portal.newBrowser().get('/registry.json')).json().microFrontends).toEqual({});

  const other = await team({ names: ['letters'] });
  expect(await other.post('preview', { versions })).toMatchObject({ statusCode: 403 });
  const missing = [{ name: 'orders', version: '9.9.9' }];
  expect(await post('preview', { versions: missing })).toMatchObject({ statusCode: 409 });
});
