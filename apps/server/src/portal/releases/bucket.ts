import { fileURLToPath } from 'node:url';
import { isDirectoryUrl } from '../../platform/config/releases-url';
import { directoryBucket } from './directory-bucket';
import { s3Bucket } from './s3-bucket';

/**
 * Where the files of versions lie, by keys such as `orders/1.4.0/remote.js`. A file is written before the database names
 * it, and never changes. Every bucket passes `bucket.contract.ts`.
 */
export interface Bucket {
  /** Reads a file; undefined if it does not exist. */
  get(key: string): Promise<Uint8Array | undefined>;
  put(key: string, content: Uint8Array): Promise<void>;
  /** Stores a file of this machine. */
  putFile(key: string, path: string): Promise<void>;
  /** Lists everything below a folder (`''`, `orders/1.0.0/`). */
  list(folder: string): Promise<{ key: string; modifiedAt: Date }[]>;
  /** Removes a file, if it exists. */
  delete(key: string): Promise<void>;
}

/** Opens the bucket at RELEASES_URL: a directory, or an S3-compatible store. */
export const openBucketAt = (url: URL): Bucket => {
  if (isDirectoryUrl(url)) return directoryBucket(fileURLToPath(url));
  const prefix = decodeURI(url.pathname).replace(/^\/+|\/+$/g, '');
  return s3Bucket(url.host, prefix && `${prefix}/`);
};
