import { findOwner, type Boot, type Verification, type VerificationFinding } from '@portal/contract';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { UsageError } from '@portal/releases';
import type { BrowserContext } from 'playwright-core';
import { openBrowser } from './browser';
import { mockedCalls } from './mocked-calls';
import { readEntry, readPortalPage, type PortalReader } from './portal-page';
import { checkNeighbors } from './neighbors';
import { openScreen, pathOf, type OpenedScreen } from './screen';

/** The number of screens that are open at once. */
const CONCURRENCY = 3;

/** How long each process of the portal uses what it has read of the releases. */
const MAX_AGE_MS = 1000;

/** A published version. */
interface Published {
  name: string;
  version: string;
}

/** A published version of a remote. */
export interface Release extends Published {
  /** The folder with its `dev/mocks.ts`, if there is one. */
  folder: string;
}

/** How to verify releases. */
export interface VerifyOptions {
  /** A published version of the shell; undefined: the one that the portal serves. */
  shell: string | undefined;
  /** Asks the portal for a link that shows versions. */
  preview: (versions: Published[]) => Promise<string>;
  /** Values of the parameters of routes. */
  params: Record<string, string>;
  /** The path of the browser; undefined: the one that is installed. */
  browser: string | undefined;
  /** How long the portal may take to see a version that was just published. */
  patienceMs: number;
  env: NodeJS.ProcessEnv;
}

/** The result of a verification. */
export interface Verified extends Verification {
  name: string;
  version: string;
  screens: Pick<OpenedScreen, 'route' | 'title' | 'shownAfterMs'>[];
}

const problemOf = ({ previews }: Boot, name: string): string | null | undefined =>
  previews.find(({ remote }) => remote === name)?.problem;

/** The chosen shell, as a version to preview. */
const shellOf = ({ shell }: Pick<VerifyOptions, 'shell'>): Published[] =>
  shell === undefined ? [] : [{ name: 'shell', version: shell }];

/** Opens the portal with the release as a preview, as soon as all processes of the portal know it. */
export const openPreview = async (
  context: PortalReader,
  { name, version }: Published,
  options: Pick<VerifyOptions, 'shell' | 'preview' | 'patienceMs'>,
) => {
  const link = await options.preview([{ name, version }, ...shellOf(options)]);
  const deadline = Date.now() + options.patienceMs;
  for (;;) {
    const page = await readPortalPage(context, link);
    const { portalUrl } = page;
    const refusal = problemOf(page.boot, name);
    const entry = refusal ? undefined : await readEntry(context, portalUrl, name);
    const served = entry?.metadata.version;
    if (entry && served === version) {
      // Another process may have answered with older releases until now.
      await setTimeout(MAX_AGE_MS);
      return { ...page, entry, problem: '' };
    }
    if (Date.now() >= deadline) {
      const instead = served === undefined ? '' : `, but ${served}`;
      const problem = refusal ?? `${portalUrl} does not serve ${name} ${version}${instead}.`;
      return { ...page, entry: undefined, problem };
    }
    await setTimeout(MAX_AGE_MS);
  }
};

/** A screen without parameters of each of the first other remotes. */
const othersIn = ({ remotes }: Boot, name: string): string[] =>
  remotes
    .filter((remote) => remote.access === 'customer' && remote.name !== name)
    .flatMap(({ routes }) => routes.filter((route) => !/[:*]/.test(route)).slice(0, 1))
    .slice(0, CONCURRENCY);

/** Mounts every route of a release in the portal. */
const verifyRelease = async (
  context: BrowserContext,
  release: Release,
  options: VerifyOptions,
  axe: string,
): Promise<Verified> => {
  const { name, version, folder } = release;
  const preview = await openPreview(context, release, options);
  const { shell, boot, portalUrl } = preview;
  const result = { name, version, at: new Date().toISOString(), portal: portalUrl, shell };
  if (!preview.entry) {
    const problems = [{ check: 'preview', problem: preview.problem }];
    return { ...result, passed: false, screens: [], problems, warnings: [] };
  }

  const { entry } = preview;
  const { descriptor } = entry.extras;
  const calls = await mockedCalls(folder, descriptor);
  const foreign = descriptor.routes.flatMap((route): VerificationFinding[] => {
    const path = pathOf(route, options);
    const owner = findOwner(boot.remotes, path)?.name;
    return owner === name ? [] : [{ check: 'routes', route, problem: `${path} shows ${owner ?? 'nothing'}` }];
  });
  const stage = { ...options, context, portalUrl, name, entry, calls, axe };
  const own = descriptor.routes.filter((route) => foreign.every((finding) => finding.route !== route));
  const screens: OpenedScreen[] = [];
  // After a screen that freezes, stop: the others would freeze as well.
  while (screens.length < own.length && screens.every(({ isFrozen }) => !isFrozen)) {
    const next = own.slice(screens.length, screens.length + CONCURRENCY);
    screens.push(...(await Promise.all(next.map((route) => openScreen(stage, route)))));
  }
  const found = screens.flatMap((screen) => screen.problems);
  const first = screens.find(({ shownAfterMs }) => shownAfterMs !== null);
  const isSafe = found.every(({ check }) => check !== 'freeze' && check !== 'globals');
  const neighbors =
    first && isSafe && descriptor.access === 'customer'
      ? await checkNeighbors(stage, first.route, othersIn(boot, name))
      : [];
  const unlisted = [...new Set(screens.flatMap(({ moduleRoutes }) => moduleRoutes))]
    .filter((route) => !descriptor.routes.includes(route))
    .map((route) => ({
      check: 'routes',
      route,
      problem: `the module has a screen for ${route}, which remote.json does not list`,
    }));
  const problems = [...foreign, ...found, ...neighbors, ...unlisted];
  return {
    ...result,
    passed: problems.length === 0,
    screens: screens.map(({ route, title, shownAfterMs }) => ({ route, title, shownAfterMs })),
    problems,
    warnings: screens.flatMap((screen) => screen.warnings),
  };
};

/** Starts a browser for verifications: each opens a published version by a preview, with mocked calls. */
export const withVerification = async <Result>(
  options: VerifyOptions,
  work: (verify: (release: Release) => Promise<Verified>) => Promise<Result>,
): Promise<Result> => {
  const browser = await openBrowser(options.browser, options.env);
  const newContext = () => browser.newContext({ locale: 'en-US', serviceWorkers: 'block' });
  try {
    const shell = shellOf(options);
    if (shell.length > 0) {
      const { boot } = await readPortalPage(await newContext(), await options.preview(shell));
      const problem = problemOf(boot, 'shell');
      if (problem) throw new UsageError(problem);
    }
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    return await work(async (release) => verifyRelease(await newContext(), release, options, axe));
  } finally {
    await browser.close();
  }
};
