import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { isNativeError } from 'node:util/types';
import { StorageError } from './release-error';
import type { Bucket } from './storage';

/** The time limit of a read, retries included. */
const READ_TIMEOUT_MS = 5000;

/** Whether a condition failed. 404: the object was deleted; 409: another write is in progress; 412: it was changed. */
const isRefusal = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.name === 'NoSuchKey' || [409, 412].includes(error.$metadata.httpStatusCode ?? 0));

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

  const list = (folder: string, delimiter?: '/') =>
    explained(async () => {
      const objects: { key: string; modifiedAt: Date }[] = [];
      const folders: string[] = [];
      const query = { Bucket: bucket, Prefix: prefix + folder, Delimiter: delimiter };
      for await (const page of paginateListObjectsV2({ client }, query, inTime())) {
        for (const { Key = '', LastModified = new Date(0) } of page.Contents ?? [])
          objects.push({ key: Key.slice(prefix.length), modifiedAt: LastModified });
        for (const { Prefix = '' } of page.CommonPrefixes ?? [])
          folders.push(Prefix.slice(prefix.length + folder.length, -1));
      }
      return { objects, folders };
    });

  return {
    get: (key) =>
      explained(async () => {
        try {
          const {
            Body,
            ETag = '',
            Metadata,
          } = await client.send(new GetObjectCommand(object(key)), inTime());
          const content = (await Body?.transformToByteArray()) ?? new Uint8Array();
          // AWS accepts the condition with and without quotes; Ceph's gateway, until 2025, only without.
          return { content, etag: ETag.replaceAll('"', ''), write: Metadata?.['write'] };
        } catch (error) {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        }
      }),

    put: (key, content, { condition, write } = {}) =>
      explained(async () => {
        try {
          const Metadata = write === undefined ? undefined : { write };
          await client.send(new PutObjectCommand({ ...object(key), ...condition, Body: content, Metadata }));
          return true;
        } catch (error) {
          if (condition && isRefusal(error)) return false;
          throw error;
        }
      }),

    keys: async (folder) => (await list(folder)).objects.map(({ key }) => key),

    list: (folder) => list(folder, '/'),

    delete: (key) => explained(async () => void (await client.send(new DeleteObjectCommand(object(key))))),
  };
};
