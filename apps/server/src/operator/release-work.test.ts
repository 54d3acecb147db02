import { runPortal } from '@portal/cli';
import { newSigningKey, openReleases, ReleaseError } from '@portal/releases';
import Fastify from 'fastify';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AuditEvent } from '../audit/audit';
import { Failure } from '../http/errors';
import { releaseVerbs } from '../releases/team-token-store';
import { releaseWork, type Caller } from './release-work';

const TEAM: Caller = {
  who: 'orders-team',
  operator: false,
  names: ['orders'],
  verbs: releaseVerbs,
};

const BUILD = {
  'package.json': '{ "version": "1.4.0" }',
  'remote.json': JSON.stringify({
    name: 'orders',
    title: 'Orders',
    access: 'customer',
    routes: ['/service-orders'],
    navigation: [],
    requires: { shell: '^1.0.0' },
  }),
  'dist/build.json': '{ "entry": "entry.js", "globalName": "portal_orders", "preload": ["chunks/list.js"] }',
  'dist/entry.js': 'const orders = 1;',
  'dist/chunks/list.js': 'const list = 1;',
  'dist/chunks/list.js.map': '{"version":3,"sources":["src/list.ts"],"names":[],"mappings":"AAAA"}',
};

let directory: string;
let caller: Caller;
let events: AuditEvent[];
let signingKey: string | undefined;
let url: string;

const releasesUrl = () => pathToFileURL(join(directory, 'releases'));
const store = () => openReleases(releasesUrl());
const works = () => releaseWork({ releasesUrl: releasesUrl(), releaseSigningKey: signingKey }, {});

/** Calls as the portal does, from whoever `caller` is. */
const server = Fastify();
server.post<{ Params: { '*': string }; Body: Record<string, unknown> }>('/base/-/operator/work/*', {
  bodyLimit: 2 ** 26,
  handler: async ({ params, body, headers }, reply) => {
    if (headers.authorization !== 'Bearer pt_right') return reply.code(401).send({ message: 'Wrong token.' });
    const [name = '', remote] = params['*'].split(/(?<=^releases\/publish)\//);
    const work = Object.entries(works()).find(([path]) => path.replace('/:name', '') === name)?.[1];
    const context = { caller, audit: (event: AuditEvent) => void events.push(event) };
    return work
      ?.run(remote === undefined ? body : { ...body, name: remote }, context)
      .catch((error: unknown) => {
        if (error instanceof Failure) return reply.code(error.statusCode).send({ message: error.message });
        const status = error instanceof ReleaseError ? 409 : 400;
        return reply.code(status).send({ message: error instanceof Error ? error.message : '' });
      });
  },
});

beforeAll(async () => {
  url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/base`;
});
afterAll(() => server.close());

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'release-work-'));
  [caller, events, signingKey] = [TEAM, [], undefined];
  for (const [file, content] of Object.entries(BUILD)) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), content);
  }
});
afterEach(() => rm(directory, { recursive: true }));

/** Runs a command of the team, through the portal unless the environment says otherwise. */
const portal = async (command: string, env: NodeJS.ProcessEnv = {}) => {
  let out = '';
  let err = '';
  const exitCode = await runPortal(command.split(' '), {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env: { RELEASES_URL: url, RELEASE_TOKEN: 'pt_right', RELEASED_BY: 'orders-team', ...env },
    cwd: directory,
  });
  return { out, err, exitCode };
};

const DAY = [
  'publish --promote',
  'publish --version 1.5.0 --canary 10',
  'canary orders@1.5.0 --percent 20 --why tested',
  'canary orders --stop',
  'promote orders@1.5.0',
  'rollback orders',
];

test('a day through the portal leaves the same releases, and says the same, as with the storage', async () => {
  const local = pathToFileURL(join(directory, 'local')).href;
  for (const command of DAY) {
    const done = await portal(command, { RELEASES_URL: local });
    expect(done).toMatchObject({ err: '', exitCode: 0 });
    expect(await portal(command)).toEqual(done);
  }
  const untimed = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
  const documentIn = async (folder: string) =>
    untimed(await readFile(join(directory, folder, 'orders/release.json'), 'utf8'));
  expect(await documentIn('releases')).toBe(await documentIn('local'));
  const status = await portal('status orders --json');
  expect(untimed(status.out)).toBe(
    untimed((await portal('status orders --json', { RELEASES_URL: local })).out),
  );
  expect((await portal('status')).out).toMatch(/^orders {2}2 versions/);
  expect(await store().readMaps('orders', '1.5.0')).toBeDefined();
  expect(events).toHaveLength(8);
  expect(events.at(-1)).toMatchObject({ outcome: 'done', work: 'releases/rollback', remote: 'orders' });
});

test.each(releaseVerbs)('a token needs the verb %s, and the name of the remote', async (verb) => {
  await portal('publish --promote');
  const before = await store().read('orders');
  const command = {
    publish: 'publish --version 2.0.0',
    promote: 'promote orders@1.4.0',
    canary: 'canary orders --stop',
    rollback: 'rollback orders --to 1.4.0',
  }[verb];
  const others = releaseVerbs.filter((one) => one !== verb);
  for (const scope of [{ verbs: others }, { names: ['invoices', 'toString'] }]) {
    caller = { ...TEAM, ...scope };
    const { err, exitCode } = await portal(command);
    expect(err).toMatch(`The token of orders-team may not ${verb} orders.`);
    expect(err).toMatch('Ask the operator of the portal for a token, and set RELEASE_TOKEN.');
    expect(exitCode).toBe(1);
  }
  expect(await store().read('orders')).toEqual(before);
});

test('the history has the name of the caller, and a dry run changes nothing', async () => {
  caller = { who: 'dana', operator: true, names: [], verbs: [] };
  expect((await portal('publish --version 1.4.0 --dry-run')).out).toContain(
    'orders@1.4.0 would be published',
  );
  expect(await store().read('orders')).toBeUndefined();
  expect(events).toEqual([]);
  await portal('publish --version 1.4.0 --who mallory');
  expect((await store().read('orders'))?.history).toMatchObject([{ who: 'dana', action: 'publish' }]);
});

test.each<[string, string, number, NodeJS.ProcessEnv]>([
  ['promote orders@9.9.9', 'Nothing is published as orders.', 1, {}],
  ['publish --dry-run --promote', 'A portal rehearses only the publication.', 2, {}],
  ['prune orders', 'RELEASES_URL is a portal, and this needs the releases themselves', 2, {}],
  ['status', 'Wrong token. Ask the operator of the portal for a token', 2, { RELEASE_TOKEN: 'pt_wrong' }],
  ['status', 'RELEASES_URL is a portal. Ask the operator', 2, { RELEASE_TOKEN: '' }],
  ['status', 'must start with https://', 2, { RELEASES_URL: 'http://portal.example' }],
  ['status', 'http://127.0.0.1:1 does not answer.', 2, { RELEASES_URL: 'http://127.0.0.1:1' }],
])('portal %s: %s', async (command, sentence, exitCode, env) => {
  expect(await portal(command, env)).toEqual({ out: '', err: expect.stringContaining(sentence), exitCode });
});

test('an address without such calls is named', async () => {
  const wrong = await portal('status', { RELEASES_URL: new URL('/', url).href });
  expect(wrong).toMatchObject({
    err: expect.stringContaining('answered 404. Set RELEASES_URL'),
    exitCode: 2,
  });
});

test('the portal signs with its own key, and says so if it has none', async () => {
  signingKey = join(directory, 'portal.pem');
  await writeFile(signingKey, newSigningKey().privateKey);
  await portal('publish --promote');
  expect(await readFile(join(directory, 'releases/orders/release.json'), 'utf8')).toContain('"signature"');
  signingKey = undefined;
  const { err } = await portal('publish --version 1.5.0');
  expect(err).toContain('The releases of orders are signed. Set RELEASE_SIGNING_KEY');
});

test.each([
  { files: { '../entry.js': '' } },
  { files: { 'a/../../entry.js': '' } },
  { files: { '/etc/entry.js': '' } },
  { version: 'latest' },
  { who: 'mallory' },
])('the body of a publication is refused: %j', async (change) => {
  const body = { name: 'orders', baseVersion: '1.0.0', files: { 'entry.js': '' }, ...change };
  const context = { caller, audit: () => {} };
  const publishing = works()['releases/publish/:name'].run(body, context);
  await expect(publishing).rejects.toThrow(/Invalid|must be/);
});
