import {
  type Boot,
  type Brand,
  findOwner,
  type MicroFrontend,
  type Registry,
  type RemoteSummary,
} from '@portal/contract';
import { LRUCache } from 'lru-cache';
import { registryOf, type Resolution } from '../releases/resolve';
import { type Bodies, createBodies } from './bodies';
import { contentSecurityPolicy, PERMISSIONS_POLICY } from './content-security-policy';
import { nonceText, type NonceText } from './nonce';
import { portalPage } from './portal-page';

/** The page that all visitors with the same versions get at addresses of one remote. */
interface Page {
  body: Bodies;
  policy: NonceText;
  /** The headers that each answer has. */
  headers: Record<string, string>;
}

interface Pages {
  basePath: string;
  brand: Brand;
  /** The origins that may frame the page. */
  frameAncestors: readonly string[];
}

/** A page of a portal with hundreds of remotes is large, and most visitors start at the same few. */
const MAX_PAGES = 16;

/** Addresses of orders differ, but each is opened again and again. */
const MAX_PATHS = 1000;

/** The version of each remote that the visitor gets, without fallbacks. */
const servedIn = ({ microFrontends }: Registry): MicroFrontend[] =>
  Object.values(microFrontends).flatMap((versions) => versions.slice(0, 1));

const summaryOf = ({ extras: { descriptor } }: MicroFrontend): RemoteSummary => {
  const { requires: _, ...summary } = descriptor;
  return summary;
};

/** The origins of local previews. */
const localOrigins = (remotes: readonly MicroFrontend[]): string[] =>
  remotes
    .filter(({ extras, url }) => extras.local && URL.canParse(url))
    .map(({ url }) => new URL(url).origin);

/** The pages of one resolution. */
const pagesOf = (resolution: Resolution, { basePath, brand, frameAncestors }: Pages) => {
  const { shell, signInFiles, registry, previews, trustedTypes, summaries } = resolution;
  const served = servedIn(registry);
  const remotes = served.map(summaryOf);
  const signIn = remotes.find(({ access }) => access === 'anonymous');
  const headers = {
    'permissions-policy': PERMISSIONS_POLICY,
    'cache-control': 'private, no-cache',
    vary: 'accept, accept-encoding, cookie',
    'content-type': 'text/html; charset=utf-8',
    // Local files change at any time and have no integrity.
    ...(!served.some(({ extras }) => extras.local) && {
      'integrity-policy': 'blocked-destinations=(script)',
    }),
  };
  const policy = nonceText((nonce) =>
    contentSecurityPolicy({ nonce, localOrigins: localOrigins(served), frameAncestors, trustedTypes }),
  );

  const compose = (owner: RemoteSummary | undefined, isSignedIn: boolean): Page => {
    const first = isSignedIn ? owner : signIn;
    const needed = [owner, signIn].filter((remote) => remote !== undefined);
    const boot: Boot = {
      basePath,
      brand,
      previews,
      ...(summaries
        ? {
            registry: registryOf(
              registry,
              needed.map(({ name }) => name),
            ),
            remotes,
          }
        : { registry }),
      ...(first && { first: first.name }),
    };
    const ahead = first === signIn ? signInFiles : [];
    const hinted = served.find(({ extras }) => extras.descriptor.name === first?.name);
    return {
      body: createBodies((nonce) => portalPage({ boot, shell, ahead, first: hinted, nonce })),
      policy,
      headers,
    };
  };

  const owners = new LRUCache<string, { owner: RemoteSummary | undefined }>({
    max: MAX_PATHS,
    memoMethod: (path) => ({ owner: findOwner(remotes, path) }),
  });
  const kinds = new LRUCache<string, Page, { owner: RemoteSummary | undefined; isSignedIn: boolean }>({
    max: MAX_PAGES,
    memoMethod: (_kind, _stale, { context: { owner, isSignedIn } }) => compose(owner, isSignedIn),
  });

  return (path: string, isSignedIn: boolean): Page => {
    const { owner } = owners.memo(path);
    return kinds.memo(`${owner?.name ?? ''} ${isSignedIn}`, { context: { owner, isSignedIn } });
  };
};

/**
 * Composes the portal's pages: once for each state of the releases, choice of versions and kind of address, not for each
 * request. A page has the files of the remotes that its address needs: the owner, and the sign-in.
 * @returns the page at a path, for a customer who seems to be signed in or not
 */
export const createPages = (options: Pages) => {
  const known = new WeakMap<Resolution, ReturnType<typeof pagesOf>>();

  return (resolution: Resolution, path: string, isSignedIn: boolean): Page => {
    const pages = known.get(resolution) ?? pagesOf(resolution, options);
    known.set(resolution, pages);
    return pages(path, isSignedIn);
  };
};
