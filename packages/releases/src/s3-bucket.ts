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

/** How long reading may take, in milliseconds, all attempts together. */
const READING_TIME = 5000;

/** An object as it was read. */
interface StoredObject {
  content: Uint8Array;
  etag: string;
  /** What the write of it was called; undefined when something else wrote it. */
  write: string | undefined;
}

/** What must hold for a write: nothing is there, or what is there is still this. RFC 9110, section 13.1. */
type Condition = { IfNoneMatch: '*' } | { IfMatch: string };

interface ListedObject {
  key: string;
  modifiedAt: Date;
}

/** Objects in a bucket, under a prefix. Every failure is a StorageError. */
export interface Bucket {
  /** An object, or undefined when there is none. */
  get(key: string): Promise<StoredObject | undefined>;
  /**
   * Writes an object.
   * @param write calls this write by a name, which its reader sees
   * @returns false when the condition does not hold; nothing is written then
   */
  put(
    key: string,
    content: string | Uint8Array,
    options?: { condition?: Condition; write?: string },
  ): Promise<boolean>;
  /** The objects whose keys begin with this, and up to the next slash only, with the folders there, when asked. */
  list(beginning: string, delimiter?: '/'): Promise<{ objects: ListedObject[]; folders: string[] }>;
  /** Removes an object; one that is not there is fine. */
  delete(key: string): Promise<void>;
}

/** 404: what should still be the same is gone. 409: somebody else is writing at this very moment. */
const isRefusal = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.name === 'NoSuchKey' || [409, 412].includes(error.$metadata.httpStatusCode ?? 0));

/** What is wrong, and what to do next. */
const explain = (bucket: string, { name, message }: Error): string => {
  switch (name) {
    case 'NoSuchBucket':
      return `There is no bucket ${bucket}. Create it, or set RELEASES_URL to one that is there.`;
    case 'CredentialsProviderError':
      return `There are no credentials for the bucket ${bucket}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give this machine a role.`;
    case 'AccessDenied':
    case 'ExpiredToken':
    case 'InvalidAccessKeyId':
    case 'SignatureDoesNotMatch':
      return `The bucket ${bucket} refuses these credentials (${name}). docs/operations.md says what they must allow.`;
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
      return `The bucket ${bucket} is in another region. Set AWS_REGION to it.`;
    case 'AbortError':
    case 'TimeoutError':
      return `The bucket ${bucket} does not answer in time. Try again when it does.`;
  }
  if (message === 'Region is missing')
    return `The region of the bucket ${bucket} is not known. Set AWS_REGION; a store without regions takes us-east-1.`;
  return `The bucket ${bucket} fails: ${message}. Try again when it answers.`;
};

/** Credentials, region and endpoint are read by the SDK itself, from AWS's standard variables and files. */
export const s3Client = (): S3Client =>
  new S3Client({
    // Every S3-compatible store knows it, also by an address without a name.
    forcePathStyle: true,
    // Not every one of them knows checksums behind the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, socketTimeout: 10_000 },
  });

/**
 * @param client how to reach it
 * @param prefix what every key begins with: empty, or with a slash at its end
 */
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
  const inTime = () => ({ abortSignal: AbortSignal.timeout(READING_TIME) });

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
          // AWS takes the condition with and without quotes; Ceph's gateway, until 2025, without them only.
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

    list: (beginning, delimiter) =>
      explained(async () => {
        const objects: ListedObject[] = [];
        const folders: string[] = [];
        const query = { Bucket: bucket, Prefix: prefix + beginning, Delimiter: delimiter };
        for await (const page of paginateListObjectsV2({ client }, query, inTime())) {
          for (const { Key = '', LastModified = new Date(0) } of page.Contents ?? [])
            objects.push({ key: Key.slice(prefix.length), modifiedAt: LastModified });
          for (const { Prefix = '' } of page.CommonPrefixes ?? [])
            folders.push(Prefix.slice(prefix.length + beginning.length, -1));
        }
        return { objects, folders };
      }),

    delete: (key) => explained(async () => void (await client.send(new DeleteObjectCommand(object(key))))),
  };
};
