import { S3Client } from '@aws-sdk/client-s3';
import { fileURLToPath } from 'node:url';
import { openBucket } from './bucket';
import { bucketStorage } from './bucket-storage';
import { directoryStorage } from './directory-storage';
import { ReleaseError } from './release-error';
import type { ReleaseStorage } from './release-storage';
import { releaseStore, type ReleaseStore, type Trust } from './release-store';

/** Credentials, region and endpoint are read by the SDK itself, from AWS's standard variables and files. */
const s3Client = (): S3Client =>
  new S3Client({
    // Every S3-compatible store knows it, also by an address without a name.
    forcePathStyle: true,
    // Not every one of them knows checksums behind the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1000, socketTimeout: 10_000 },
  });

const canBeDecoded = (text: string): boolean => {
  try {
    return Boolean(decodeURIComponent(text));
  } catch {
    return false;
  }
};

/** `file:releases`, which a relative path may be meant by, is `file:///releases`; the root of the machine is nobody's. */
const isDirectory = ({ protocol, host, pathname, href }: URL): boolean =>
  protocol === 'file:' &&
  host === '' &&
  pathname !== '/' &&
  canBeDecoded(pathname) &&
  !/[?#]|%2f|%00/i.test(href);

const isBucket = ({ protocol, host, href }: URL): boolean =>
  protocol === 's3:' && /^[\w.-]+$/.test(host) && canBeDecoded(href) && !/[?#@]/.test(href);

/** Whether releases can be kept at this address: `file:///var/lib/portal/releases`, `s3://acme-portal/releases`. */
export const isReleasesUrl = (url: URL): boolean => isDirectory(url) || isBucket(url);

/** Where the documents and files at an address are kept. */
export const openStorage = (url: URL): ReleaseStorage => {
  if (isDirectory(url)) return directoryStorage(fileURLToPath(url));
  if (isBucket(url)) {
    const prefix = decodeURI(url.pathname).replace(/^\/+|\/+$/g, '');
    return bucketStorage(openBucket(s3Client(), url.host, prefix && `${prefix}/`));
  }
  throw new ReleaseError(
    `RELEASES_URL starts with "${url.protocol}//${url.host}"; use a directory of this machine such as file:///srv/releases, or a bucket such as s3://acme-portal/releases.`,
  );
};

/**
 * Opens the releases at an address.
 * @param trust whose release documents are believed, and the key that new ones are signed with
 * @throws ReleaseError for an address of another kind or machine
 */
export const openReleases = (url: URL, trust?: Trust): ReleaseStore => releaseStore(openStorage(url), trust);
