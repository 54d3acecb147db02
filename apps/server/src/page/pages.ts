import {
  findOwner,
  languageFile,
  summaryOf,
  type Boot,
  type Brand,
  type Language,
  type RemoteVersion,
  type Preload,
  type ReleaseFile,
  type RemoteSummary,
} from '@portal/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config';
import type { StatusTexts } from '../config/status-texts';
import { cookieIn } from '../http/cookies';
import { i18nIn, bootLanguages, varyByLanguage, type Languages } from '../language/languages';
import { releaseFile } from '../releases/remote-version';
import { registryOf, type Resolution } from '../releases/resolve';
import type { ResolutionFor } from '../releases/routes';
import type { Visits } from '../releases/visits';
import { callsAhead } from './calls-ahead';
import { contentSecurityPolicy, PERMISSIONS_POLICY } from './content-security-policy';
import { nonceText, type NonceText } from './html';
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
  /** The headers that each response has. */
  headers: Record<string, string>;
}

interface Kind {
  owner: RemoteSummary | undefined;
  isSignedIn: boolean;
  calls: readonly string[];
}

interface Settings extends Pick<Config, 'basePath' | 'languages' | 'frameAncestors'> {
  brand: Brand;
  statusTexts?: StatusTexts | undefined;
  /** Whether customers have different remotes. */
  isPersonal?: boolean;
}

/** A page of a portal with hundreds of remotes is large, and most visitors start at the same few. */
const MAX_PAGES = 16;

const preload = ({ url, integrity }: ReleaseFile, rel: Preload['rel'] = 'preload'): Preload => ({
  rel,
  as: 'script',
  url,
  integrity,
});

/** The files that a remote needs first: entry, first chunks and styles. Local files have no integrity. */
const preloadsOf = ({ url, metadata: { integrity }, extras }: RemoteVersion): Preload[] => {
  if (extras.local) return [];
  const rel = extras.format === 'module' ? 'modulepreload' : 'preload';
  return [
    ...[{ url, integrity }, ...extras.preload].map((file) => preload(file, rel)),
    ...extras.styles.map((file): Preload => ({ ...preload(file), as: 'style' })),
  ];
};

/** The version of each remote that the visitor gets, without fallbacks. */
const firstOf = ({ registry }: Resolution): RemoteVersion[] =>
  Object.values(registry.microFrontends).flatMap((versions) => versions.slice(0, 1));

const headersOf = (languages: Languages, hasLocal: boolean) => ({
  'permissions-policy': PERMISSIONS_POLICY,
  'cache-control': 'private, no-cache',
  vary: varyByLanguage(languages, 'accept', 'accept-encoding', 'cookie'),
  'content-type': 'text/html; charset=utf-8',
  // Local files change at any time and have no integrity.
  ...(!hasLocal && { 'integrity-policy': 'blocked-destinations=(script)' }),
});

const composer =
  (
    resolution: Resolution,
    { basePath, brand, statusTexts = {}, languages, frameAncestors, isPersonal }: Settings,
    language: Language,
  ) =>
  ({ owner, isSignedIn, calls }: Kind): Page => {
    const { shell, signInFiles, registry, previews, served, trustedTypes } = resolution;
    const first = firstOf(resolution);
    const remotes = first.map(summaryOf);
    const locals = first.filter(({ extras }) => extras.local);
    const signIn = remotes.find(({ access }) => access === 'anonymous');
    const start = isSignedIn ? owner : signIn;
    const texts = statusTexts[language];
    const boot: Boot = {
      basePath,
      brand: texts ? { ...brand, statusTexts: texts } : brand,
      previews,
      registry: registryOf(registry, [owner?.name, signIn?.name]),
      remotes,
      ...(isPersonal && { isPersonal }),
      ...(start && { first: start.name }),
      ...bootLanguages(language, languages),
    };
    /** The translations of a build; English has none. */
    const translations = ['shell', ...(start ? [start.name] : [])].flatMap((name) => {
      const version = language === 'en' ? undefined : served.get(name);
      const file = languageFile(language);
      return version?.published.integrity[file] ? [releaseFile({ basePath }, name, version, file)] : [];
    });
    const scripts = [...(start === signIn ? signInFiles : []), ...translations];
    const remote = first.find(({ extras }) => extras.descriptor.name === start?.name);
    const preloads = [...scripts.map((file) => preload(file)), ...(remote ? preloadsOf(remote) : [])];
    const localOrigins = locals.filter(({ url }) => URL.canParse(url)).map(({ url }) => new URL(url).origin);
    return {
      boot,
      preloads,
      calls,
      body: nonceText((nonce) => portalPage({ boot, shell, preloads, calls, nonce, i18n: i18nIn(language) })),
      policy: nonceText((nonce) =>
        contentSecurityPolicy({ nonce, localOrigins, frameAncestors, trustedTypes }),
      ),
      headers: headersOf(languages, locals.length > 0),
    };
  };

const pagesOf = (resolution: Resolution, settings: Settings, language: Language) => {
  const remotes = firstOf(resolution).map(summaryOf);
  const compose = composer(resolution, settings, language);
  const pages = new LRUCache<string, Page, Kind>({
    max: MAX_PAGES,
    memoMethod: (_kind, _stale, { context }) => compose(context),
  });
  return (path: string, isSignedIn: boolean): Page => {
    const owner = findOwner(remotes, path);
    const calls = callsAhead(path, isSignedIn);
    const context = { owner, isSignedIn, calls };
    return pages.memo(`${owner?.name ?? ''} ${isSignedIn} ${calls.join(' ')}`, { context });
  };
};

interface Sources {
  visits: Pick<Visits, 'welcome'>;
  resolution: ResolutionFor;
}

/**
 * Composes the portal's pages once for each state of the releases, choice of versions, and kind of address.
 * @returns a function that opens the page at a path for a visitor; undefined without a shell. It guesses whether the
 *   customer is signed in: only what is loaded ahead depends on it
 */
export const createPages = (settings: Settings, { visits, resolution }: Sources) => {
  const opened = new WeakMap<Resolution, ReturnType<typeof pagesOf>>();

  return async (request: FastifyRequest, reply: FastifyReply, path: string, language: Language) => {
    const visit = visits.welcome(request, reply);
    const resolved = await resolution(visit, language, request);
    if (resolved.shell.length === 0) return undefined;
    const pages = opened.get(resolved) ?? pagesOf(resolved, settings, language);
    opened.set(resolved, pages);
    const isSignedIn = cookieIn(request.headers.cookie, 'session_token') !== undefined;
    return { visit, resolved, page: pages(path, isSignedIn) };
  };
};

export type OpenPage = ReturnType<typeof createPages>;
