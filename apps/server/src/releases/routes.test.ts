import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { registrySchema } from '@portal/contract';
import Fastify from 'fastify';
import * as v from 'valibot';
import { answerErrors } from '../http/errors';
import { released, remoteRelease, shellRelease } from '../testing/releases';
import { resolve } from './resolve';
import { releaseRoutes } from './routes';
import { ANYBODY } from './visits';

const PORTAL = { basePath: '', development: false, allowLocalRemotes: false };

const ENTRY = 'const container = "ä";';

const FILES = {
  'orders/1.0.0-0a1b2c3d/entry.js': ENTRY,
  'orders/1.0.0-0a1b2c3d/entry.js.br': brotliCompressSync(ENTRY),
  'orders/1.0.0-0a1b2c3d/sub/chunk.js': 'const chunk = 1;',
  'orders/1.0.0-0a1b2c3d/screen.css': 'h1 { color: red }',
  'orders/1.0.0-0a1b2c3d/.hidden.js': 'const secret = 1;',
  'orders/1.0.0-0a1b2c3d/sub/.hidden.js': 'const secret = 1;',
  'orders/.1.0.1-0a1b2c3d.4f1c/entry.js': 'const half = 1;',
  'orders/release.json': '{}',
  'orders/release.json.4f1c': '{}',
  '../secret.js': 'const secret = 1;',
};

let directory: string;
let app: ReturnType<typeof buildApp>;

const buildApp = (root: string) => {
  const built = Fastify();
  answerErrors(built);
  const resolution = async () => resolve(released(shellRelease(), remoteRelease('orders')), ANYBODY, PORTAL);
  built.register(releaseRoutes, { root, resolution });
  return built;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'served-'));
  for (const [path, content] of Object.entries(FILES)) {
    const file = join(directory, 'releases', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  app = buildApp(join(directory, 'releases'));
});

afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/releases/orders/${path}`, headers });

const VERSION = '1.0.0-0a1b2c3d';

test.each([
  ['entry.js', /^(text|application)\/javascript; charset=utf-8$/i],
  ['sub/chunk.js', /^(text|application)\/javascript; charset=utf-8$/i],
  ['screen.css', /^text\/css; charset=utf-8$/i],
])('%s never changes and says what it is', async (file, type) => {
  const { statusCode, headers } = await get(`${VERSION}/${file}`);
  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(headers['content-type']).toMatch(type);
  expect(headers['access-control-allow-origin']).toBe('*');
});

test('sends the compressed copy to browsers that take it, under the type of the original', async () => {
  const { headers, rawPayload } = await get(`${VERSION}/entry.js`, { 'accept-encoding': 'gzip, br' });
  expect(headers['content-encoding']).toBe('br');
  expect(headers['vary']).toMatch(/accept-encoding/i);
  expect(headers['content-type']).toMatch(/javascript; charset=utf-8$/i);
  expect(rawPayload).toEqual(FILES['orders/1.0.0-0a1b2c3d/entry.js.br']);
});

test('sends the file itself to others, and the cache keeps both apart', async () => {
  const { headers, body } = await get(`${VERSION}/entry.js`);
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['vary']).toMatch(/accept-encoding/i);
  expect(body).toBe(ENTRY);
});

test('a new attempt of the shell has its own address and the same answer', async () => {
  expect((await get(`${VERSION}/entry.js?retry=1`)).body).toBe(ENTRY);
});

test.each([
  'release.json',
  'release.json.4f1c',
  '',
  VERSION,
  `${VERSION}/`,
  `${VERSION}/missing.js`,
  `${VERSION}/sub`,
  `${VERSION}/sub/`,
  `${VERSION}/.hidden.js`,
  `${VERSION}/%2ehidden.js`,
  `${VERSION}/sub/.hidden.js`,
  '.1.0.1-0a1b2c3d.4f1c/entry.js',
  `${VERSION}/../release.json`,
  `${VERSION}/%2e%2e/release.json`,
  `${VERSION}/..%2frelease.json`,
  `${VERSION}/%2e%2e%2f%2e%2e%2f%2e%2e%2fsecret.js`,
  `${VERSION}/..%5c..%5c..%5csecret.js`,
  `${VERSION}/../../../secret.js`,
])('does not serve "%s"', async (path) => {
  const { statusCode, headers, body } = await get(path);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
  expect(JSON.parse(body)).toMatchObject({ success: false });
  if (statusCode === 404) expect(headers['cache-control']).toBe('no-store');
  expect(headers['cache-control'] ?? '').not.toMatch(/immutable|max-age=[1-9]/);
});

test('the registry is what the shell expects, and is asked for anew each time', async () => {
  const { headers, body } = await app.inject('/registry.json');
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(headers['vary']).toBe('cookie');
  expect(headers['content-type']).toMatch(/^application\/json/);
  const registry = v.parse(registrySchema, JSON.parse(body));
  expect(Object.keys(registry.microFrontends)).toEqual(['orders']);
});
