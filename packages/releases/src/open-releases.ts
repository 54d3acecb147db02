import { fileURLToPath } from 'node:url';
import { directoryBucket } from './directory-bucket';
import { ReleaseError } from './release-error';
import { releaseStore, type ReleaseStore, type Trust } from './release-store';
import { releaseStorage, type Bucket, type ReleaseStorage } from './storage';

const isEncoded = (href: string): boolean => {
  try {
    return decodeURIComponent(href) !== '';
  } catch {
    return false;
  }
};

/** Parsed as a URL, the relative `file:releases` is `file:///releases`; the root directory itself is refused. */
const isDirectory = ({ protocol, host, pathname, href }: URL): boolean =>
  protocol === 'file:' && host === '' && pathname !== '/' && !/[?#]|%2f|%00/i.test(href) && isEncoded(href);

const isBucket = ({ protocol, host, href }: URL): boolean =>
  protocol === 's3:' && /^[\w.-]+$/.test(host) && !/[?#@]/.test(href) && isEncoded(href);

/** Whether this is the address of a storage: `file:///var/lib/portal/releases`, `s3://acme-portal/releases`. */
export const isReleasesUrl = (url: URL): boolean => isDirectory(url) || isBucket(url);

/** Loads the AWS SDK with the first call: it takes longer than most commands. */
const lazyBucket = (name: string, prefix: string): Bucket => {
  let opened: Promise<Bucket> | undefined;
  const open = () =>
    (opened ??= import('./s3-bucket').then(({ openBucket, s3Client }) =>
      openBucket(s3Client(), name, prefix),
    ));
  return {
    get: async (...args) => (await open()).get(...args),
    put: async (...args) => (await open()).put(...args),
    keys: async (...args) => (await open()).keys(...args),
    list: async (...args) => (await open()).list(...args),
    delete: async (...args) => (await open()).delete(...args),
  };
};

/** Opens the storage at an address. */
export const openStorage = (url: URL): ReleaseStorage => {
  if (isDirectory(url)) return releaseStorage(directoryBucket(fileURLToPath(url)));
  if (isBucket(url)) {
    const prefix = decodeURI(url.pathname).replace(/^\/+|\/+$/g, '');
    return releaseStorage(lazyBucket(url.host, prefix && `${prefix}/`));
  }
  throw new ReleaseError(
    `RELEASES_URL starts with "${url.protocol}//${url.host}"; use a directory of this machine such as file:///srv/releases, or a bucket such as s3://acme-portal/releases.`,
  );
};

/** Keeps writes in memory: later reads see them, the storage never does. */
const rehearsed = (storage: ReleaseStorage): ReleaseStorage => {
  const written = new Map<string, string>();
  const readDocument: ReleaseStorage['readDocument'] = async (name, document) =>
    written.get(`${name}/${document}`) ?? storage.readDocument(name, document);
  return {
    ...storage,
    names: async () => {
      const added = [...written.keys()].map((path) => path.replace(/\/.*/, ''));
      return [...new Set([...(await storage.names()), ...added])];
    },
    readDocument,
    updateDocument: async (name, document, change) => {
      written.set(`${name}/${document}`, change(await readDocument(name, document)));
    },
    putVersion: async () => {},
    putFile: async () => {},
    putMaps: async () => {},
    deleteVersion: async () => {},
  };
};

/** Opens the releases at an address. A rehearsal checks and answers the same calls, but writes nothing. */
export const openReleases = (url: URL, trust?: Trust, isRehearsal = false): ReleaseStore =>
  releaseStore(isRehearsal ? rehearsed(openStorage(url)) : openStorage(url), trust);
