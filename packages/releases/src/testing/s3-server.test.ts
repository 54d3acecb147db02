import { GetObjectCommand, PutObjectCommand, S3Client, type PutObjectCommandInput } from '@aws-sdk/client-s3';
import { startS3Server } from './s3-server';

/** Verifies the test server against the rules of S3's conditional writes: all bucket tests rely on them. */

const start = async (options?: { conditions: boolean }) => {
  const server = await startS3Server(['releases'], options);
  const client = new S3Client({
    endpoint: server.environment.AWS_ENDPOINT_URL_S3,
    region: 'us-east-1',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    forcePathStyle: true,
  });
  return {
    put: async (
      Key: string,
      Body: string,
      condition: Pick<PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'> = {},
    ) => (await client.send(new PutObjectCommand({ Bucket: 'releases', Key, Body, ...condition }))).ETag,
    get: async (Key: string) =>
      (await client.send(new GetObjectCommand({ Bucket: 'releases', Key }))).Body?.transformToString(),
    stop: async () => {
      client.destroy();
      await server.stop();
    },
  };
};

let s3: Awaited<ReturnType<typeof start>>;
let unconditional: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  s3 = await start();
  unconditional = await start({ conditions: false });
});

afterAll(async () => {
  await s3.stop();
  await unconditional.stop();
});

const failed = { name: 'PreconditionFailed', $metadata: expect.objectContaining({ httpStatusCode: 412 }) };

test('If-None-Match: * creates an object once', async () => {
  await s3.put('once', 'first', { IfNoneMatch: '*' });
  await expect(s3.put('once', 'second', { IfNoneMatch: '*' })).rejects.toMatchObject(failed);
  expect(await s3.get('once')).toBe('first');
});

test('If-Match replaces an unchanged object', async () => {
  const first = await s3.put('changing', 'first');
  await s3.put('changing', 'second', { IfMatch: first });
  await expect(s3.put('changing', 'third', { IfMatch: first })).rejects.toMatchObject(failed);
  expect(await s3.get('changing')).toBe('second');
});

test('If-Match accepts an ETag without quotes', async () => {
  const first = await s3.put('unquoted', 'first');
  await s3.put('unquoted', 'second', { IfMatch: first?.replaceAll('"', '') });
  expect(await s3.get('unquoted')).toBe('second');
});

test('If-Match does not create an object', async () => {
  await expect(s3.put('missing', 'first', { IfMatch: '"0"' })).rejects.toMatchObject({ name: 'NoSuchKey' });
});

test.each([
  ['If-None-Match: *', 'created', () => Promise.resolve({ IfNoneMatch: '*' })],
  ['If-Match', 'replaced', async () => ({ IfMatch: await s3.put('replaced', 'before') })],
])('one of 30 concurrent writers with %s succeeds', async (_, key, condition) => {
  const same = await condition();
  const writers = Array.from({ length: 30 }, (_none, number) =>
    s3.put(key, `writer ${number}`, same).then(
      () => [`writer ${number}`],
      () => [],
    ),
  );
  const written = (await Promise.all(writers)).flat();
  expect(written).toHaveLength(1);
  expect(await s3.get(key)).toBe(written[0]);
});

test('a read after a write returns the complete object', async () => {
  const large = 'x'.repeat(5_000_000);
  await s3.put('large', large);
  expect(await s3.get('large')).toBe(large);
});

test('ignores conditions with conditions: false', async () => {
  await unconditional.put('once', 'first', { IfNoneMatch: '*' });
  await unconditional.put('once', 'second', { IfNoneMatch: '*' });
  await unconditional.put('once', 'third', { IfMatch: '"0"' });
  expect(await unconditional.get('once')).toBe('third');
});
