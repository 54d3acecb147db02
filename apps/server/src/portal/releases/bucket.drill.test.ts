import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { listenLocally } from '../../testing/listen-locally';
import { startS3Server } from '../../testing/s3-server';
import { openBucketAt } from './bucket';
import { keepsFiles } from './bucket.contract';

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

keepsFiles('a bucket', async () => openBucketAt(await newUrl()));

it('keeps files at the root of a bucket, and under a prefix with spaces', async () => {
  const key = `at-${randomUUID()}/1.0.0/a.js`;
  for (const url of ['s3://releases', 's3://releases/with%20space/']) {
    const bucket = openBucketAt(new URL(url));
    await bucket.put(key, Buffer.from(url));
    expect(Buffer.from((await bucket.get(key)) ?? []).toString()).toBe(url);
    expect((await bucket.list('')).map((one) => one.key)).toContain(key);
  }
});

it('reads all pages of a list', async () => {
  const page = (key: string, more = '') =>
    `<ListBucketResult><Contents><Key>orders/${key}</Key></Contents>${more}</ListBucketResult>`;
  const more = '<IsTruncated>true</IsTruncated><NextContinuationToken>second</NextContinuationToken>';
  const pages = createServer(({ url }, response) => {
    response.end(url?.includes('continuation-token=second') ? page('b') : page('a', more));
  });
  process.env['AWS_ENDPOINT_URL_S3'] = await listenLocally(pages);
  const listed = await openBucketAt(new URL('s3://releases')).list('orders/');
  expect(listed.map(({ key }) => key)).toEqual(['orders/a', 'orders/b']);
  pages.closeAllConnections();
  pages.close();
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
    const opened = openBucketAt(new URL(`s3://${bucket}/releases`));
    const refused = { name: 'UnreachableError', message: expect.stringMatching(sentence) };
    await expect(opened.list('')).rejects.toMatchObject(refused);
    await expect(opened.get('orders/1.0.0/a.js')).rejects.toMatchObject(refused);
    await expect(opened.put('orders/1.0.0/a.js', Buffer.from('a'))).rejects.toMatchObject(refused);
  });

  it('a bucket that stops in the middle of an answer', async () => {
    // Makes timeouts 20 times shorter.
    const after = AbortSignal.timeout.bind(AbortSignal);
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => after(ms / 20));
    const stalling = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
    });
    process.env['AWS_ENDPOINT_URL_S3'] = await listenLocally(stalling);
    const bucket = openBucketAt(await newUrl());
    const failed = {
      name: 'UnreachableError',
      message: expect.stringMatching(/^The bucket releases (does not|fails)/),
    };
    await Promise.all([
      expect(bucket.get('orders/1.0.0/a.js')).rejects.toMatchObject(failed),
      expect(bucket.list('')).rejects.toMatchObject(failed),
    ]);
    timeout.mockRestore();
    stalling.closeAllConnections();
    stalling.close();
  });
});
