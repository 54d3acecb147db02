import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { readFile } from 'node:fs/promises';
import { isNativeError } from 'node:util/types';
import { StorageError } from '@portal/releases';
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
export const s3Client = (): S3Client =>
  new S3Client({
    // Every S3-compatible store supports path-style addresses, even at an IP address.
    forcePathStyle: true,
    // Not every store supports trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, socketTimeout: 10_000 },
  });

/** Opens a bucket; `prefix` begins every key. Every failure becomes a StorageError. */
export const openBucket = (client: S3Client, bucket: string, prefix: string): Bucket => {
  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      if (isNativeError(cause)) throw new StorageError(explain(bucket, cause), { cause });
      throw cause;
    }
  };
  const object = (key: string) => ({ Bucket: bucket, Key: prefix + key });
  const inTime = () => ({ abortSignal: AbortSignal.timeout(READ_TIMEOUT_MS) });

  const put: Bucket['put'] = (key, content) =>
    explained(async () => void (await client.send(new PutObjectCommand({ ...object(key), Body: content }))));

  return {
    get: (key) =>
      explained(async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand(object(key)), inTime());
          return (await Body?.transformToByteArray()) ?? new Uint8Array();
        } catch (error) {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        }
      }),

    put,
    // Not as a stream, which the SDK could not send again.
    putFile: async (key, path) => put(key, await readFile(path)),

    list: (folder) =>
      explained(async () => {
        const objects: { key: string; modifiedAt: Date }[] = [];
        const query = { Bucket: bucket, Prefix: prefix + folder };
        for await (const page of paginateListObjectsV2({ client }, query, inTime()))
          for (const { Key = '', LastModified = new Date(0) } of page.Contents ?? [])
            objects.push({ key: Key.slice(prefix.length), modifiedAt: LastModified });
        return objects;
      }),

    delete: (key) => explained(async () => void (await client.send(new DeleteObjectCommand(object(key))))),
  };
};
