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
} from '@portal/contract';
import { SHELL } from '@portal/releases';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config';
import type { StatusTexts } from './status-texts';
import { cookieIn } from '../../platform/http/cookies';
import { i18nIn, bootLanguages, varyByLanguage, type Languages } from '../../platform/language/languages';
import { releaseFile } from '../releases/remote-version';
import { registryOf, type Resolution } from '../releases/resolve';
import type { ResolutionFor } from '../releases/routes';
import type { Visits } from '../releases/visits';
import { callsAhead } from './calls-ahead';
import { contentSecurityPolicy, PERMISSIONS_POLICY } from './content-security-policy';
import { portalPage } from './portal-page';

interface Settings extends Pick<Config, 'basePath' | 'languages' | 'frameAncestors'> {
  brand: Brand;
  statusTexts?: StatusTexts | undefined;
  /** Whether customers have different remotes. */
  isPersonal?: boolean;
}

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

const headersOf = (languages: Languages, hasLocal: boolean) => ({
  'permissions-policy': PERMISSIONS_POLICY,
  'cache-control': 'private, no-cache',
  vary: varyByLanguage(languages, 'accept', 'accept-encoding', 'cookie'),
  'content-type': 'text/html; charset=utf-8',
  // Local files change at any time and have no integrity.
  ...(!hasLocal && { 'integrity-policy': 'blocked-destinations=(script)' }),
});

interface Address {
  path: string;
  language: Language;
  isSignedIn: boolean;
}

/** The files that the first screen needs, besides the shell's script. @param start the remote whose screen it is */
const firstFiles = (
  { served, registry }: Resolution,
  basePath: string,
  language: Language,
  start: string | undefined,
  isSignIn: boolean,
): Preload[] => {
  /** The files of a build that it has; in development, their integrity is unknown. */
  const filesOf = (name: string | undefined, files: readonly string[]): ReleaseFile[] => {
    const version = served.get(name ?? '');
    return files.flatMap((file) =>
      name && version?.published.integrity[file] ? [releaseFile({ basePath }, name, version, file)] : [],
    );
  };
  /** The translations of a build; English has none. */
  const translations = language === 'en' ? [] : [languageFile(language)];
  const signInFiles = isSignIn ? (served.get(SHELL)?.published.preload ?? []) : [];
  const scripts = [...filesOf(SHELL, [...signInFiles, ...translations]), ...filesOf(start, translations)];
  const [remote] = registry.microFrontends[start ?? ''] ?? [];
  return [...scripts.map((file) => preload(file)), ...(remote ? preloadsOf(remote) : [])];
};

const compose = (
  resolution: Resolution,
  { basePath, brand, statusTexts = {}, languages, frameAncestors, isPersonal }: Settings,
  { path, language, isSignedIn }: Address,
) => {
  const { shell, registry, previews, trustedTypes } = resolution;
  // Of each remote the version that the visitor gets, without fallbacks.
  const first = Object.values(registry.microFrontends).flatMap((versions) => versions.slice(0, 1));
  const remotes = first.map(summaryOf);
  const locals = first.filter(({ extras }) => extras.local);
  const owner = findOwner(remotes, path);
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
  const preloads = firstFiles(resolution, basePath, language, start?.name, start === signIn);
  const calls = callsAhead(path, isSignedIn);
  const localOrigins = locals.filter(({ url }) => URL.canParse(url)).map(({ url }) => new URL(url).origin);
  return {
    boot,
    preloads,
    /** The calls that the first screen begins with. */
    calls,
    html: (nonce: string) => portalPage({ boot, shell, preloads, calls, nonce, i18n: i18nIn(language) }),
    policy: (nonce: string) => contentSecurityPolicy({ nonce, localOrigins, frameAncestors, trustedTypes }),
    headers: headersOf(languages, locals.length > 0),
  };
};

interface Sources {
  visits: Pick<Visits, 'welcome'>;
  resolution: ResolutionFor;
}

/**
 * Composes the portal's pages.
 * @returns a function that opens the page at a path for a visitor; undefined without a shell. It guesses whether the
 *   customer is signed in: only what is loaded ahead depends on it
 */
export const createPages =
  (settings: Settings, { visits, resolution }: Sources) =>
  async (request: FastifyRequest, reply: FastifyReply, path: string, language: Language) => {
    const visit = visits.welcome(request, reply);
    const resolved = await resolution(visit, language, request);
    if (resolved.shell.length === 0) return undefined;
    const isSignedIn = cookieIn(request.headers.cookie, 'session_token') !== undefined;
    return { visit, resolved, page: compose(resolved, settings, { path, language, isSignedIn }) };
  };

export type OpenPage = ReturnType<typeof createPages>;
