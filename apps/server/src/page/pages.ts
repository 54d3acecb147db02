import {
  type Boot,
  type Brand,
  findOwner,
  type Language,
  languageFile,
  type MicroFrontend,
  type Preload,
  type Registry,
  type ReleaseFile,
  type RemoteSummary,
} from '@portal/contract';
import { releaseFile } from '@portal/releases';
import type { Config } from '../config';
import { LRUCache } from 'lru-cache';
import { i18nIn } from '../language/i18n';
import { bootLanguages, varyByLanguage } from '../language/request-language';
import { registryOf, type Resolution } from '../releases/resolve';
import { callsAhead } from './calls-ahead';
import { contentSecurityPolicy, PERMISSIONS_POLICY } from './content-security-policy';
import { nonceText, type NonceText } from './nonce';
import { portalPage } from './portal-page';

/** The page that all visitors with the same versions get at addresses of one remote. */
interface Page {
  boot: Boot;
  /** The files that the first screen needs, besides the shell's script. */
  preloads: readonly Preload[];
  /** The calls that the first screen begins with. */
  calls: readonly string[];
  body: NonceText;
  policy: NonceText;
  /** The headers that each answer has. */
  headers: Record<string, string>;
}

/** The inputs of a page besides the versions. */
interface Kind {
  owner: RemoteSummary | undefined;
  isSignedIn: boolean;
  language: Language;
  calls: readonly string[];
}

interface Pages {
  basePath: string;
  brand: Brand;
  languages: Config['languages'];
  /** The origins that may frame the page. */
  frameAncestors: readonly string[];
}

/** In each language. A page of a portal with hundreds of remotes is large, and most visitors start at the same few. */
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

const preloadScript = ({ url, integrity }: ReleaseFile): Preload => ({
  rel: 'preload',
  as: 'script',
  url,
  integrity,
});

/** The files that a remote needs first: entry, first chunks and styles. */
const preloadsOf = ({ url, metadata, extras }: MicroFrontend): Preload[] => {
  // Local files have no integrity and change at any time.
  if (extras.local) return [];
  const rel = extras.format === 'module' ? 'modulepreload' : 'preload';
  const scripts = [{ url, integrity: metadata.integrity }, ...extras.preload];
  return [
    ...scripts.map((file): Preload => ({ ...preloadScript(file), rel })),
    ...extras.styles.map((file): Preload => ({ ...preloadScript(file), as: 'style' })),
  ];
};

/** The origins of local previews. */
const localOrigins = (remotes: readonly MicroFrontend[]): string[] =>
  remotes
    .filter(({ extras, url }) => extras.local && URL.canParse(url))
    .map(({ url }) => new URL(url).origin);

/** The pages of one resolution. */
const pagesOf = (resolution: Resolution, { basePath, brand, languages, frameAncestors }: Pages) => {
  const { shell, signInFiles, registry, previews, trustedTypes } = resolution;
  const served = servedIn(registry);
  const remotes = served.map(summaryOf);
  const signIn = remotes.find(({ access }) => access === 'anonymous');
  const headers = {
    'permissions-policy': PERMISSIONS_POLICY,
    'cache-control': 'private, no-cache',
    vary: varyByLanguage(languages, 'accept', 'accept-encoding', 'cookie'),
    'content-type': 'text/html; charset=utf-8',
    // Local files change at any time and have no integrity.
    ...(!served.some(({ extras }) => extras.local) && {
      'integrity-policy': 'blocked-destinations=(script)',
    }),
  };
  const policy = nonceText((nonce) =>
    contentSecurityPolicy({ nonce, localOrigins: localOrigins(served), frameAncestors, trustedTypes }),
  );

  /** The translations of a build. */
  const languageFilesOf = (name = '', language: Language): ReleaseFile[] => {
    const version = language === 'en' ? undefined : resolution.served.get(name);
    const file = languageFile(language);
    return version?.published.integrity[file] ? [releaseFile({ basePath }, name, version, file)] : [];
  };

  const compose = ({ owner, isSignedIn, language, calls }: Kind): Page => {
    const first = isSignedIn ? owner : signIn;
    const needed = [owner, signIn].filter((remote) => remote !== undefined);
    const boot: Boot = {
      basePath,
      brand,
      previews,
      registry: registryOf(
        registry,
        needed.map(({ name }) => name),
      ),
      remotes,
      ...(first && { first: first.name }),
      ...bootLanguages(language, languages),
    };
    const scripts = [
      ...(first === signIn ? signInFiles : []),
      ...['shell', first?.name].flatMap((name) => languageFilesOf(name, language)),
    ];
    const remote = served.find(({ extras }) => extras.descriptor.name === first?.name);
    const preloads = [...scripts.map(preloadScript), ...(remote ? preloadsOf(remote) : [])];
    return {
      boot,
      preloads,
      calls,
      body: nonceText((nonce) => portalPage({ boot, shell, preloads, calls, nonce, i18n: i18nIn(language) })),
      policy,
      headers,
    };
  };

  const owners = new LRUCache<string, { owner: RemoteSummary | undefined }>({
    max: MAX_PATHS,
    memoMethod: (path) => ({ owner: findOwner(remotes, path) }),
  });
  const kinds = new LRUCache<string, Page, Kind>({
    max: MAX_PAGES * languages.length,
    memoMethod: (_kind, _stale, { context }) => compose(context),
  });

  return (path: string, isSignedIn: boolean, language: Language): Page => {
    const { owner } = owners.memo(path);
    const calls = callsAhead(path, isSignedIn);
    return kinds.memo(`${owner?.name ?? ''} ${isSignedIn} ${language} ${calls.join(' ')}`, {
      context: { owner, isSignedIn, language, calls },
    });
  };
};

/**
 * Composes the portal's pages once for each state of the releases, choice of versions, and kind of address, not for
 * each request. A page names the files of the remotes that its address needs: the owner, and the sign-in.
 * @returns the page at a path in a language, for a customer who seems to be signed in or not
 */
export const createPages = (options: Pages) => {
  const known = new WeakMap<Resolution, ReturnType<typeof pagesOf>>();

  return (resolution: Resolution, path: string, isSignedIn: boolean, language: Language): Page => {
    const pages = known.get(resolution) ?? pagesOf(resolution, options);
    known.set(resolution, pages);
    return pages(path, isSignedIn, language);
  };
};

/** Finds the page of a visit. */
export type PageAt = ReturnType<typeof createPages>;
