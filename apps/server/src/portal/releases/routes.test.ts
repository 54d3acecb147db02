import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { registrySchema } from '@portal/contract';
import { integrityOf } from '@portal/releases';
import Fastify from 'fastify';
import * as v from 'valibot';
import { errorResponses } from '../../platform/http/errors';
import { remoteRelease, shellRelease } from '../../testing/releases';
import { openBucketAt, type Bucket } from './bucket';
import { resolve } from './resolve';
import { registryRoutes, releaseRoutes } from './routes';
import { storedFiles } from './stored-files';
import { ANYBODY } from './visits';

const PORTAL = { basePath: '', development: false, allowLocalRemotes: false };

const ENTRY = 'const container = "ä";';
const VERSION = '1.0.0-0a1b2c3d';

const FILES: Record<string, string | Buffer> = {
  'entry.js': ENTRY,
  'entry.js.br': brotliCompressSync(ENTRY),
  'sub/chunk.js': 'const chunk = 1;',
  'screen.css': 'h1 { color: red }',
  'logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]),
  'build.json': '{}',
  'report.html': '<script>fetch("/serviceOrder/list")</script>',
  'unknown.kind': '?',
};

const write = async (directory: string, files: Record<string, string | Buffer>) => {
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
};

/** What the database says about these files. */
const integrityOfAll = (files: Record<string, string | Buffer>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([file, content]) => [file, integrityOf(Buffer.from(content))]),
  );

let directory: string;
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'served-'))));
afterAll(() => rm(directory, { recursive: true }));

/** @param integrityIn the files of a version */
const buildApp = (bucket: Bucket, integrityIn: (name: string, version: string) => Record<string, string>) => {
  const app = Fastify();
  errorResponses(app);
  const resolution = async () => resolve([shellRelease(), remoteRelease('orders')], ANYBODY, PORTAL);
  const { readFile } = storedFiles({
    bucket,
    readVersion: async (name, version) => ({
      ...{ entry: 'entry.js', format: 'script', preload: [], styles: [] },
      integrity: integrityIn(name, version),
    }),
  });
  app.register(releaseRoutes, { readFile });
  app.register(registryRoutes, { visits: { visitOf: () => ANYBODY }, resolution, languages: ['en'] });
  return app;
};

describe('releases', () => {
  let app: ReturnType<typeof buildApp>;

  beforeAll(async () => {
    await write(join(directory, 'releases/orders', VERSION), FILES);
    // Files that somebody put there by hand.
    await write(directory, {
      'secret.js': 'const secret = 1;',
      [`releases/orders/${VERSION}/.maps.json.gz`]: '',
      [`releases/orders/${VERSION}/entry.js.map`]: '{}',
      'releases/orders/1.0.1/entry.js': 'const half = 1;',
    });
    const bucket = openBucketAt(pathToFileURL(join(directory, 'releases')));
    app = buildApp(bucket, (_name, version) => (version === VERSION ? integrityOfAll(FILES) : {}));
  });

  afterAll(() => app.close());

  const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ url: `/releases/orders/${path}`, headers, method });

  test.each([
    ['entry.js', /^(text|application)\/javascript; charset=utf-8$/i],
    ['sub/chunk.js', /^(text|application)\/javascript; charset=utf-8$/i],
    ['screen.css', /^text\/css; charset=utf-8$/i],
    ['build.json', /^application\/json; charset=utf-8$/i],
    ['logo.png', /^image\/png$/],
    ['unknown.kind', /^application\/octet-stream$/],
  ])('serves %s as immutable with its content type', async (file, type) => {
    const { statusCode, headers, rawPayload } = await get(`${VERSION}/${file}`);
    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toMatch(type);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(rawPayload).toEqual(Buffer.from(FILES[file] ?? ''));
    expect(headers['content-length']).toBe(String(rawPayload.length));
  });

  test('a released HTML file cannot act as a page of the portal', async () => {
    const { headers } = await get(`${VERSION}/report.html`);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });

  test('sends the compressed copy to browsers that accept it, with the content type of the original', async () => {
    const { headers, rawPayload } = await get(`${VERSION}/entry.js`, { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe('br');
    expect(headers['etag']).not.toBe((await get(`${VERSION}/entry.js`)).headers['etag']);
    expect(headers['vary']).toMatch(/accept-encoding/i);
    expect(headers['content-type']).toMatch(/javascript; charset=utf-8$/i);
    expect(rawPayload).toEqual(FILES['entry.js.br']);
  });

  test.each([undefined, 'gzip', 'gzip, br;q=0', 'brotli'])(
    'sends the file itself to other clients (%s), and lets caches keep both apart',
    async (accepted) => {
      const { headers, body } = await get(
        `${VERSION}/entry.js`,
        accepted === undefined ? {} : { 'accept-encoding': accepted },
      );
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers['vary']).toMatch(/accept-encoding/i);
      expect(body).toBe(ENTRY);
    },
  );

  test.each([{}, { 'accept-encoding': 'br' }])(
    'answers 304 to a client that has the file (%j)',
    async (accepted) => {
      const { headers } = await get(`${VERSION}/entry.js`, accepted);
      const etag = String(headers['etag']);
      for (const known of [etag, `"other", W/${etag}`]) {
        const again = await get(`${VERSION}/entry.js`, { ...accepted, 'if-none-match': known });
        expect(again.statusCode).toBe(304);
        expect(again.body).toBe('');
        expect(again.headers['etag']).toBe(etag);
        expect(again.headers['cache-control']).toMatch(/immutable/);
      }
      const another = await get(`${VERSION}/entry.js`, { ...accepted, 'if-none-match': '"other"' });
      expect(another.statusCode).toBe(200);
    },
  );

  test.each([
    '',
    VERSION,
    `${VERSION}/missing.js`,
    `${VERSION}/sub`,
    `${VERSION}/entry.js.map`,
    `${VERSION}/entry.js%2emap`,
    `${VERSION}/.maps.json.gz`,
    '1.0.1/entry.js',
    `${VERSION}/%2e%2e/1.0.1/entry.js`,
    `${VERSION}/..%2f1.0.1/entry.js`,
    `${VERSION}/%2e%2e%2f%2e%2e%2f%2e%2e%2fsecret.js`,
  ])('does not serve "%s"', async (path) => {
    const { statusCode, headers, body } = await get(path);
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
    expect(JSON.parse(body)).toMatchObject({ success: false });
    if (statusCode === 404) expect(headers['cache-control']).toBe('no-store');
    expect(headers['cache-control'] ?? '').not.toMatch(/immutable|max-age=[1-9]/);
  });
});

const FOLDER = 'orders/1.0.0/';

/** A bucket that a test reads from memory. */
const bucketOf = (get: Bucket['get']): Bucket => ({
  get,
  put: () => Promise.reject(new Error('read-only')),
  putFile: () => Promise.reject(new Error('read-only')),
  delete: () => Promise.reject(new Error('read-only')),
  list: async () => [],
});

describe('a bucket that is not always available', () => {
  const contents: Record<string, Buffer> = { 'entry.js': Buffer.from(ENTRY), 'other.js': Buffer.from('1') };
  const start = () => {
    const stored = async (key: string): Promise<Buffer | undefined> => contents[key.slice(FOLDER.length)];
    const readFile = jest.fn(stored);
    const app = buildApp(bucketOf(readFile), () => integrityOfAll(contents));
    const away = () => readFile.mockRejectedValue(new Error('connect ECONNREFUSED'));
    const back = () => readFile.mockImplementation(stored);
    return { readFile, away, back, get: (path: string) => app.inject(`/releases/${FOLDER}${path}`) };
  };

  test('is read once for concurrent requests for a file', async () => {
    const { readFile, get } = start();
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('entry.js')));
    expect(answers.map(({ body }) => body)).toEqual(answers.map(() => ENTRY));
    await get('entry.js');
    expect(readFile.mock.calls).toEqual([[`${FOLDER}entry.js`]]);
  });

  test('while it is unavailable, cached files are served, and others answer 503', async () => {
    const { away, get } = start();
    await get('entry.js');
    away();
    expect((await get('entry.js')).body).toBe(ENTRY);
    const { statusCode, headers, body } = await get('other.js');
    expect(statusCode).toBe(503);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['retry-after']).toBe('5');
    expect(JSON.parse(body)).toEqual({
      success: false,
      message: 'This part of the portal cannot be read at the moment. Try again in a few seconds.',
    });
  });

  test('is read again for lost and failed files, and not for files that were not published', async () => {
    const { readFile, away, back, get } = start();
    readFile.mockResolvedValue(undefined);
    expect((await get('other.js')).statusCode).toBe(503);
    away();
    expect((await get('other.js')).statusCode).toBe(503);
    back();
    expect((await get('other.js')).statusCode).toBe(200);
    readFile.mockClear();
    expect((await get('added.js')).statusCode).toBe(404);
    expect((await get('constructor')).statusCode).toBe(404);
    expect(readFile).not.toHaveBeenCalled();
  });
});

test('a file is served without its compressed copy while that has wrong content', async () => {
  const app = buildApp(
    bucketOf(async (key) => Buffer.from(key.endsWith('.br') ? '?' : ENTRY)),
    () => integrityOfAll({ 'entry.js': ENTRY, 'entry.js.br': brotliCompressSync(ENTRY) }),
  );
  const url = `/releases/${FOLDER}entry.js`;
  const { headers, body } = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
  expect(headers['content-encoding']).toBeUndefined();
  expect(body).toBe(ENTRY);
});

test('the registry matches its schema and is revalidated each time', async () => {
  const app = buildApp(
    bucketOf(async () => undefined),
    () => ({}),
  );
  const { headers, body } = await app.inject('/registry.json');
  expect(headers['cache-control']).toBe('private, no-cache');
  expect(headers['vary']).toBe('cookie');
  expect(headers['content-type']).toMatch(/^application\/json/);
  const registry = v.parse(registrySchema, JSON.parse(body));
  expect(Object.keys(registry.microFrontends)).toEqual(['orders']);
});
