import type { Descriptor, Verification, VerificationFinding } from '@portal/contract';
import { incompatibility, readPublication, ReleaseError } from '@portal/releases';
import type { BrowserContext } from 'playwright-core';
import type { App } from '../apps';
import { UsageError } from '../usage-error';
import { openBrowser } from './browser';
import { mockedCalls } from './mocked-calls';
import { ownerAt, readPortalPage, UnreachableError, type Candidate, type PortalPage } from './portal-page';
import { openScreen, pathOf, type OpenedScreen } from './screen';

/** The number of screens that are open at once. */
const AT_ONCE = 3;

/** A remote's build, to verify. */
export type RemoteApp = App & { descriptor: Descriptor };

/** How to verify a remote. */
export interface VerifyOptions {
  /** Without a trailing slash. */
  portalUrl: string;
  /** A published version of the shell; undefined: the one that the portal serves. */
  shell: string | undefined;
  /** Values of the parameters of routes. */
  params: Record<string, string>;
  /** The file with the mocked calls; undefined: `dev/mocks.ts`, if there is one. */
  mocks: string | undefined;
  /** The path of the browser; undefined: the one that is installed. */
  browser: string | undefined;
  /** How long a screen may take. */
  timeoutMs: number;
  allowSize: boolean;
  env: NodeJS.ProcessEnv;
  now: Date;
}

/** The result of a verification. */
export interface Verified extends Verification {
  name: string;
  version: string | null;
  /** The weight of the first screen, in bytes. */
  firstLoad: number | null;
  screens: Pick<OpenedScreen, 'route' | 'title' | 'shownAfterMs'>[];
}

/** Reads the portal's page. Selects `shell` by a preview, whose cookie the context keeps. */
const readPage = async (context: BrowserContext, { portalUrl, shell }: VerifyOptions) => {
  const url = shell === undefined ? `${portalUrl}/` : `${portalUrl}/?preview=shell@${shell}`;
  const answer = await context.request
    .get(url, { headers: { accept: 'text/html' } })
    .catch((cause: unknown) => {
      throw new UnreachableError(
        `${portalUrl} does not answer. Check --portal or PORTAL_URL, and whether this machine can reach it.`,
        { cause },
      );
    });
  const page = readPortalPage(await answer.text(), portalUrl);
  const preview = page.boot.previews.find(({ remote }) => remote === 'shell');
  if (preview?.problem) throw new UsageError(preview.problem);
  return page;
};

const openScreens = async (
  routes: readonly string[],
  open: (route: string) => Promise<OpenedScreen>,
): Promise<OpenedScreen[]> => {
  const screens: OpenedScreen[] = [];
  for (let first = 0; first < routes.length; first += AT_ONCE) {
    screens.push(...(await Promise.all(routes.slice(first, first + AT_ONCE).map(open))));
    // Stop: the other screens would freeze as well.
    if (screens.some(({ isFrozen }) => isFrozen)) break;
  }
  return screens;
};

/** Screens that nobody can reach, because the descriptor does not have their routes. */
const unlisted = ({ routes }: Descriptor, screens: readonly OpenedScreen[]): VerificationFinding[] =>
  [...new Set(screens.flatMap(({ moduleRoutes }) => moduleRoutes))]
    .filter((route) => !routes.includes(route))
    .map((route) => ({
      check: 'routes',
      route,
      problem: `the module has a screen for ${route}, which remote.json does not list`,
    }));

/** Returns a check that the portal would show this remote at a route, and not another one. */
const ownershipIn =
  (boot: PortalPage['boot'], candidate: Candidate, options: VerifyOptions) =>
  (route: string): VerificationFinding[] => {
    const path = pathOf(route, options);
    const owner = ownerAt(boot, candidate, path);
    return owner === candidate.name
      ? []
      : [{ check: 'routes', route, problem: `${path} shows ${owner ?? 'nothing'}` }];
  };

/** Mounts every route of a remote in the portal. */
const verifyInBrowser = async (candidate: Candidate, app: RemoteApp, options: VerifyOptions) => {
  const { descriptor } = candidate;
  const calls = await mockedCalls(app.folder, options.mocks, descriptor);
  const { browser, axe } = await openBrowser(app.folder, options.browser, options.env);
  try {
    const context = await browser.newContext({ locale: 'en-US', serviceWorkers: 'block' });
    const { shell, boot } = await readPage(context, options);
    const { basePath } = boot;
    const portalUrl = new URL(options.portalUrl).origin + basePath;
    const misfit = incompatibility(descriptor, shell);
    const ownership = ownershipIn(boot, candidate, options);
    const stage = {
      ...options,
      directory: app.directory,
      context,
      portalUrl,
      basePath,
      candidate,
      calls,
      axe,
    };
    const screens = await openScreens(
      descriptor.routes.filter((route) => ownership(route).length === 0),
      (route) => openScreen(stage, route),
    );
    return {
      shell,
      portal: portalUrl,
      screens,
      problems: [
        ...(misfit === undefined ? [] : [{ check: 'shell', problem: `the remote ${misfit}` }]),
        ...descriptor.routes.flatMap(ownership),
        ...screens.flatMap((screen) => screen.problems),
        ...unlisted(descriptor, screens),
      ],
      warnings: screens.flatMap((screen) => screen.warnings),
    };
  } finally {
    await browser.close();
  }
};

const screenData = ({ route, title, shownAfterMs }: OpenedScreen) => ({ route, title, shownAfterMs });

/**
 * Verifies a build before it is published: reads it as `publish` does, and mounts every route in the shell of a portal,
 * with mocked calls.
 * @throws UsageError or UnreachableError if the portal, the browser or the mocks are unusable
 */
export const verifyRemote = async (app: RemoteApp, options: VerifyOptions): Promise<Verified> => {
  const { name, descriptor } = app;
  const { portalUrl, allowSize, now } = options;
  const result = { name, portal: portalUrl, at: now.toISOString() };
  const read = await readPublication({ ...app, by: { who: '', now } }).catch((error: unknown) => {
    if (error instanceof ReleaseError) return error.message;
    throw error;
  });
  if (typeof read === 'string')
    return {
      ...result,
      version: null,
      shell: null,
      passed: false,
      firstLoad: null,
      screens: [],
      problems: [{ check: 'build', problem: read }],
      warnings: [],
    };
  const { version, published, firstLoad } = read;
  const weight = allowSize ? undefined : firstLoad?.excess;
  const seen = await verifyInBrowser({ name, version, descriptor, published }, app, options);
  const problems = [...(weight ? [{ check: 'weight', problem: weight }] : []), ...seen.problems];
  return {
    ...result,
    version,
    shell: seen.shell,
    portal: seen.portal,
    passed: problems.length === 0,
    firstLoad: firstLoad?.bytes ?? null,
    screens: seen.screens.map(screenData),
    problems,
    warnings: seen.warnings,
  };
};
