import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openBucket } from './s3-bucket';
import { openStorage } from './open-releases';
import { releaseStorage } from './storage';
import { keepsReleases } from './storage.contract';
import { startS3Server } from './testing/s3-server';

const originalEnv = { ...process.env };
let server: Awaited<ReturnType<typeof startS3Server>>;

beforeAll(async () => {
  server = await startS3Server(['releases']);
});

beforeEach(() => {
  process.env = {
    ...originalEnv,
    ...server.environment,
    // Ignore the configuration of this machine.
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
  };
});

afterAll(async () => {
  process.env = originalEnv;
  await server.stop();
});

const newUrl = async () => new URL(`s3://releases/${randomUUID()}`);
const oneMore = (count: string | undefined) => String(Number(count ?? 0) + 1);

keepsReleases('a bucket', newUrl);

it('stores releases at the root of a bucket, and under a prefix with spaces', async () => {
  const name = `at-${randomUUID()}`;
  for (const url of ['s3://releases', 's3://releases/with%20space/']) {
    const storage = openStorage(new URL(url));
    await storage.updateDocument(name, 'release.json', () => url);
    expect(await storage.readDocument(name, 'release.json')).toBe(url);
    expect(await storage.names()).toContain(name);
  }
});

it('reads all pages of a list', async () => {
  const page = (key: string, more = '') =>
    `<ListBucketResult><Contents><Key>orders/${key}</Key></Contents>${more}</ListBucketResult>`;
  const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>second</NextContinuationToken>';
  const pages = createServer(({ url }, response) => {
    response.end(url?.includes('continuation-token=second') ? page('b') : page('a', more));
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const { port } = pages.address() as AddressInfo;
  const client = new S3Client({ endpoint: `http://127.0.0.1:${port}`, forcePathStyle: true });
  expect(await openBucket(client, 'releases', '').keys('orders/')).toEqual(['orders/a', 'orders/b']);
  client.destroy();
  pages.close();
});

describe('a document', () => {
  type Sent = () => Promise<unknown>;

  /** A storage whose first write of a document is replaced by `first`. */
  const withFirstWrite = async (first: (send: Sent) => Promise<never>) => {
    const client = new S3Client({ forcePathStyle: true });
    let writes = 0;
    client.middlewareStack.add(
      (next, { commandName }) =>
        (args) =>
          commandName === 'PutObjectCommand' && ++writes === 1 ? first(() => next(args)) : next(args),
      { step: 'finalizeRequest', priority: 'low' },
    );
    const prefix = `${randomUUID()}/`;
    const other = releaseStorage(openBucket(new S3Client({ forcePathStyle: true }), 'releases', prefix));
    return { storage: releaseStorage(openBucket(client, 'releases', prefix)), other };
  };

  it('is changed once if the response to its write is lost', async () => {
    const { storage } = await withFirstWrite(async (send) => {
      await send();
      throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
    });
    const change = jest.fn(oneMore);
    await storage.updateDocument('orders', 'health.json', change);
    expect(await storage.readDocument('orders', 'health.json')).toBe('1');
    expect(change).toHaveBeenCalledTimes(1);
  });

  it('is changed on top of a concurrent write', async () => {
    const { storage, other } = await withFirstWrite(async () => {
      await other.updateDocument('orders', 'health.json', () => '41');
      throw new S3ServiceException({
        name: 'ConditionalRequestConflict',
        $fault: 'client',
        $metadata: { httpStatusCode: 409 },
      });
    });
    await storage.updateDocument('orders', 'health.json', oneMore);
    expect(await storage.readDocument('orders', 'health.json')).toBe('42');
  });
});

it('refuses a store that ignores conditional writes', async () => {
  const unconditional = await startS3Server(['releases'], { conditions: false });
  Object.assign(process.env, unconditional.environment);
  const storage = openStorage(await newUrl());
  await expect(storage.putVersion('orders', '1.0.0', '/nowhere', {})).rejects.toMatchObject({
    name: 'StorageError',
    message: expect.stringMatching(/^The store of the bucket ignores .* Use one that honors them\.$/),
  });
  await unconditional.stop();
});

describe('explains', () => {
  it.each<[string, Record<string, string>, string, RegExp]>([
    [
      'a missing bucket',
      {},
      'nowhere',
      /^The bucket nowhere does not exist\. Create it, or set RELEASES_URL/,
    ],
    [
      'missing credentials',
      { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' },
      'releases',
      /^There are no credentials for the bucket releases\. Set AWS_ACCESS_KEY_ID/,
    ],
    [
      'unknown credentials',
      { AWS_ACCESS_KEY_ID: 'AKIAUNKNOWN' },
      'releases',
      /^The bucket releases refuses these credentials \(InvalidAccessKeyId\)\. docs\/deploy\.md/,
    ],
    ['a missing region', { AWS_REGION: '' }, 'releases', /^The region of the bucket releases is unknown/],
    [
      'an address without a server',
      { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' },
      'releases',
      /^The bucket releases fails: .*ECONNREFUSED.*Check its store, and try again later\.$/,
    ],
  ])('%s', async (_, environment, bucket, sentence) => {
    for (const [name, value] of Object.entries(environment))
      if (value === '') delete process.env[name];
      else process.env[name] = value;
    const storage = openStorage(new URL(`s3://${bucket}/releases`));
    const refused = { name: 'StorageError', message: expect.stringMatching(sentence) };
    await expect(storage.names()).rejects.toMatchObject(refused);
    await expect(storage.updateDocument('orders', 'release.json', oneMore)).rejects.toMatchObject(refused);
    await expect(storage.putVersion('orders', '1.0.0', '/nowhere', {})).rejects.toMatchObject(refused);
  });

  it('a bucket that stops in the middle of an answer', async () => {
    // Makes timeouts 20 times shorter.
    const after = AbortSignal.timeout.bind(AbortSignal);
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => after(ms / 20));
    const stalling = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
    }).listen(0, '127.0.0.1');
    await once(stalling, 'listening');
    const { port } = stalling.address() as AddressInfo;
    process.env['AWS_ENDPOINT_URL_S3'] = `http://127.0.0.1:${port}`;
    const storage = openStorage(await newUrl());
    const failed = {
      name: 'StorageError',
      message: expect.stringMatching(/^The bucket releases (does not|fails)/),
    };
    await Promise.all([
      expect(storage.readDocument('orders', 'release.json')).rejects.toMatchObject(failed),
      expect(storage.names()).rejects.toMatchObject(failed),
    ]);
    timeout.mockRestore();
    stalling.closeAllConnections();
    stalling.close();
  });
});
