import { readFile } from 'node:fs/promises';
import { isNativeError } from 'node:util/types';
import { UnreachableError } from '@portal/releases';
import type { Bucket } from './bucket';

/** The time limit of a read, retries included. */
const READ_TIMEOUT_MS = 5000;

/** Turns an error of the SDK into a sentence with the cause and the fix. */
const explain = (bucket: string, { name, message }: Error): string => {
  switch (name) {
    case 'NoSuchBucket':
      return `The bucket ${bucket} does not exist. Create it, or set RELEASES_URL to another.`;
    case 'CredentialsProviderError':
      return `There are no credentials for the bucket ${bucket}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.`;
    case 'AccessDenied':
    case 'ExpiredToken':
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return `The bucket ${bucket} refuses these credentials (${name}). docs/deploy.md lists the permissions they need.`;
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return `The bucket ${bucket} is in another region. Set AWS_REGION to it.`;
    case 'AbortError':
    case 'TimeoutError':
      return `The bucket ${bucket} does not answer in time. Check its store, and try again later.`;
  }
  if (message === 'Region is missing')
    return `The region of the bucket ${bucket} is unknown. Set AWS_REGION; us-east-1 for a store without regions.`;
  return `The bucket ${bucket} fails: ${message}. Check its store, and try again later.`;
};

/** The SDK reads credentials, region and endpoint itself, from AWS's standard variables and files. */
const connect = async () => {
  // Not before the first call: loading it takes longer than most commands.
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    // Every S3-compatible store supports path-style addresses, even at an IP address.
    forcePathStyle: true,
    // Not every store supports trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, socketTimeout: 10_000 },
  });
  return { sdk, client };
};

/** Opens a bucket of an S3-compatible store; `prefix` begins every key. Every failure becomes an UnreachableError. */
export const s3Bucket = (bucket: string, prefix: string): Bucket => {
  let connecting: ReturnType<typeof connect> | undefined;
  const ask = async <T>(work: (to: Awaited<ReturnType<typeof connect>>) => Promise<T>): Promise<T> => {
    try {
      return await work(await (connecting ??= connect()));
    } catch (cause) {
      if (isNativeError(cause)) throw new UnreachableError(explain(bucket, cause), { cause });
      throw cause;
    }
  };
  const object = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  const inTime = () => ({ abortSignal: AbortSignal.timeout(READ_TIMEOUT_MS) });

  const put: Bucket['put'] = (key, content) =>
    ask(async ({ sdk, client }) => {
      await client.send(new sdk.PutObjectCommand({ ...object(key), Body: content }));
    });

  return {
    get: (key) =>
      ask(async ({ sdk, client }) => {
        try {
          const { Body } = await client.send(new sdk.GetObjectCommand(object(key)), inTime());
          return (await Body?.transformToByteArray()) ?? new Uint8Array();
        } catch (error) {
          if (error instanceof sdk.NoSuchKey) return undefined;
          throw error;
        }
      }),

    put,
    // Not as a stream, which the SDK could not send again.
    putFile: async (key, path) => put(key, await readFile(path)),

    list: (folder) =>
      ask(async ({ sdk, client }) => {
        const objects: { key: string; modifiedAt: Date }[] = [];
        const query = { Bucket: bucket, Prefix: prefix + folder };
        for await (const page of sdk.paginateListObjectsV2({ client }, query, inTime()))
          for (const { Key = '', LastModified = new Date(0) } of page.Contents ?? [])
            objects.push({ key: Key.slice(prefix.length), modifiedAt: LastModified });
        return objects;
      }),

    delete: (key) =>
      ask(async ({ sdk, client }) => {
        await client.send(new sdk.DeleteObjectCommand(object(key)));
      }),
  };
};
