import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { RemoteVersion, VerificationFinding } from '@portal/contract';
import * as v from 'valibot';
import { observe, sentenceOf, type Observed } from './observed-page';
import type { MockedCalls } from './mocked-calls';
import { mockRequests } from './mocked-requests';
import { AXE, AXE_IN_THE_DARK, DARK, LOOK, routesScript } from './page-scripts';
import { SAMPLE_ORDER_NBR } from './sample-calls';
import { CHANGES_SO_FAR } from './shared-state';

/** How long a screen may take. */
export const SCREEN_MS = 30_000;

/** A page that takes longer to evaluate a script counts as frozen. */
const ANSWER_MS = 10_000;

/** The time limit for the page to follow the browser's dark color scheme. */
const SCHEME_MS = 5000;

/** The parameters for opening a screen. */
export interface Stage {
  context: BrowserContext;
  /** Without a trailing slash. */
  portalUrl: string;
  name: string;
  /** The version that the portal serves. */
  entry: RemoteVersion;
  calls: MockedCalls;
  /** Values of the parameters of routes. */
  params: Record<string, string>;
  /** The script of axe. */
  axe: string;
}

/** A screen that was opened. */
export interface OpenedScreen {
  route: string;
  /** Null if it was not shown. */
  title: string | null;
  shownAfterMs: number | null;
  /** The page stopped answering. */
  isFrozen: boolean;
  /** The routes of the module; empty if it did not start. */
  moduleRoutes: readonly string[];
  problems: VerificationFinding[];
  warnings: VerificationFinding[];
}

type Inspected = Pick<OpenedScreen, 'title' | 'shownAfterMs' | 'moduleRoutes' | 'problems'>;

/** The causes in the shell's reports, as sentences. The shell can be newer than this list. */
const CAUSES: Readonly<Record<string, string>> = {
  entry: 'its entry did not load',
  chunk: 'a chunk did not load',
  style: 'a stylesheet did not load',
  integrity: 'the browser could not check the integrity of a file',
  timeout: 'it took too long to start',
  init: 'it threw while it started',
  shape: 'its module has the wrong shape',
  render: 'the screen threw',
  thrown: 'it threw outside of render',
};

/** Values for the parameters of a route. */
const paramsOf = (route: string, { params }: Pick<Stage, 'params'>): Record<string, string> =>
  Object.fromEntries(
    [...route.matchAll(/:([\w-]+)/g)].map(([, name = '']) => [name, params[name] ?? SAMPLE_ORDER_NBR]),
  );

/** The path of a route, with a value for each of its parameters. */
export const pathOf = (route: string, given: Pick<Stage, 'params'>): string => {
  const params = paramsOf(route, given);
  return route
    .replaceAll(/:([\w-]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    .replace(/\*$/, '');
};

/** The other versions that the shell reports: a process of the portal served one of them, or the shell fell back to it. */
const strayVersions = ({ reports }: Pick<Observed, 'reports'>, wanted: string): string[] => [
  ...new Set(reports.map(({ version }) => version).filter((version) => version !== wanted)),
];

/** The failures that the shell reports, with the thrown error from the report or else from the console. */
const failuresOf = ({ reports, errors }: Observed): [check: string, problem: string][] =>
  reports
    .filter(({ event }) => event === 'gave-up' || event === 'crashed')
    .map(({ cause, message }) => {
      const detail = sentenceOf(message ?? errors[0] ?? '');
      return [cause, [CAUSES[cause] ?? cause, detail].filter(Boolean).join(': ')];
    });

const routesSchema = v.array(v.object({ path: v.string(), title: v.string() }));
const violationsSchema = v.array(v.object({ id: v.string(), help: v.string(), places: v.array(v.string()) }));
const lookSchema = v.object({ language: v.string(), heading: v.string(), isBusy: v.boolean() });

const axeFindings = async (page: Page, script: string, note: string): Promise<string[]> =>
  v
    .parse(violationsSchema, await page.evaluate(script))
    .map(({ id, help, places }) => `${id}: ${help}${note}: ${places.slice(0, 3).join(' ')}`);

/** Violations of WCAG 2.2 AA and of axe's best practices, in both color schemes. */
const checkAccessibility = async (page: Page, axe: string): Promise<string[]> => {
  await page.evaluate(axe);
  const light = await axeFindings(page, AXE, '');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForSelector(DARK, { state: 'attached', timeout: SCHEME_MS });
  return [...light, ...(await axeFindings(page, AXE_IN_THE_DARK, ' (dark)'))];
};

/** Whether a title is empty, or contains a missing value such as `undefined`. */
const isNoTitle = (title: string): boolean =>
  title.trim() === '' || /\b(undefined|null|NaN)\b|\[object /.test(title);

/** Checks the screen that a page shows: failures, route, title, accessibility, console. */
const inspect = async (
  page: Page,
  stage: Stage,
  route: string,
  observed: Observed,
  changes: readonly string[],
): Promise<Inspected> => {
  const finding = (check: string, problem: string): VerificationFinding => ({ check, route, problem });
  const { version: wanted } = stage.entry.metadata;
  const shown = observed.reports.find(({ event }) => event === 'shown');
  const shownAfterMs = shown ? Math.round(shown.durationMs) : null;
  const globals = changes.map((change) => finding('globals', change));
  const failures = [
    ...strayVersions(observed, wanted).map((version) =>
      finding('version', `the page used ${version} instead of ${wanted}`),
    ),
    ...failuresOf(observed).map(([check, problem]) => finding(check, problem)),
  ];
  // A change of globals may be why there is no screen.
  if (failures.length > 0 || (!shown && globals.length > 0))
    return { title: null, shownAfterMs, moduleRoutes: [], problems: [...failures, ...globals] };

  const { language, heading, isBusy } = v.parse(lookSchema, await page.evaluate(LOOK));
  const script = routesScript(stage.entry, language, paramsOf(route, stage));
  const routes = v.parse(routesSchema, await page.evaluate(script));
  const title = routes.find(({ path }) => path === route)?.title ?? null;
  const found = (...problems: VerificationFinding[]): Inspected => ({
    title,
    shownAfterMs,
    moduleRoutes: routes.map(({ path }) => path),
    problems: [...problems, ...globals],
  });
  if (routes.length > 0 && title === null)
    return found(finding('routes', `remote.json lists ${route}, but the module has no screen for it`));
  if (!shown) {
    const seconds = SCREEN_MS / 1000;
    const problem = `the screen was not shown within ${seconds} seconds; the page shows "${heading}"`;
    return found(finding('timeout', problem));
  }
  if (isBusy) return found(finding('timeout', 'the screen still loads: an element in it has aria-busy'));
  return found(
    ...(isNoTitle(title ?? '') ? [finding('title', `the title is "${title}"`)] : []),
    ...(await checkAccessibility(page, stage.axe)).map((violation) => finding('axe', violation)),
    ...[...new Set(observed.errors.map(sentenceOf))].map((error) => finding('console', error)),
  );
};

/** Waits at most `ms`, because a frozen page never finishes work. */
export const within = <Result, Late>(ms: number, late: Late, work: Promise<Result>): Promise<Result | Late> =>
  Promise.race([work, setTimeout(ms, late, { ref: false })]);

/** Closes a page with requests that are still in flight. */
const leave = async (page: Page): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
};

/** Opens a route of the release in the portal, watches it for a while, and checks what a customer would get. */
export const openScreen = async (stage: Stage, route: string): Promise<OpenedScreen> => {
  const { context, portalUrl } = stage;
  const page = await context.newPage();
  const observed = await observe(page, stage);
  const remarks = await mockRequests(page, portalUrl, stage.calls);
  const failed = (check: string, problem: string): Inspected => ({
    title: null,
    shownAfterMs: null,
    moduleRoutes: [],
    problems: [{ check, route, problem }],
  });

  const look = async (): Promise<Inspected & { isFrozen: boolean }> => {
    try {
      await page.goto(portalUrl + pathOf(route, stage), { waitUntil: 'commit', timeout: SCREEN_MS });
      await within(SCREEN_MS, undefined, observed.settled);
      // The evaluation fails in a page that just reloads, which has no changes yet.
      const evaluated = page.evaluate(CHANGES_SO_FAR).catch(() => '');
      const changes = await within(ANSWER_MS, null, evaluated);
      if (changes === null)
        return {
          ...failed('freeze', 'the page stopped answering: is there an endless loop?'),
          isFrozen: true,
        };
      const sentences = v.parse(v.string(), changes).split('\n').filter(Boolean);
      return { ...(await inspect(page, stage, route, observed, sentences)), isFrozen: false };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { ...failed('browser', sentenceOf(message)), isFrozen: false };
    }
  };
  const looked = await look();
  const left = (looked.isFrozen ? page.close() : leave(page)).catch(() => undefined);
  await within(ANSWER_MS, undefined, left);
  return {
    route,
    ...looked,
    warnings: [
      ...[...remarks].map((problem) => ({ check: 'calls', route, problem })),
      ...[...new Set(observed.remarks)].map((problem) => ({ check: 'styles', route, problem })),
    ],
  };
};
