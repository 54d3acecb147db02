import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { MicroFrontend, VerificationFinding } from '@portal/contract';
import * as v from 'valibot';
import { observe, sentenceOf, type Observed } from './observed-page';
import type { MockedCalls } from './mocked-calls';
import { mockRequests } from './mocked-requests';
import { AXE, AXE_IN_THE_DARK, DARK, LOOK, routesScript } from './page-scripts';
import { SAMPLE_ORDER_NBR } from './sample-calls';
import { CHANGES_SO_FAR } from './shared-state';

/** A page that takes longer to evaluate a script counts as frozen. */
const ANSWER_MS = 10_000;

/** How often a page is asked what it has changed. */
const ASK_MS = 500;

/** The time limit for the page to follow the browser's dark color scheme. */
const SCHEME_MS = 5000;

/** The parameters for opening a screen. */
export interface Stage {
  context: BrowserContext;
  /** Without a trailing slash. */
  portalUrl: string;
  name: string;
  /** The version that the portal serves. */
  entry: MicroFrontend;
  calls: MockedCalls;
  /** Values of the parameters of routes. */
  params: Record<string, string>;
  /** The script of axe. */
  axe: string;
  timeoutMs: number;
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

const FREEZE = 'the page stopped answering: is there an endless loop?';

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
export const strayVersions = ({ reports }: Pick<Observed, 'reports'>, wanted: string): string[] => [
  ...new Set(reports.map(({ version }) => version).filter((version) => version !== wanted)),
];

/** The failures that the shell reports, with the thrown error from the report or else from the console. */
const failuresOf = ({ reports, errors }: Observed): Pick<VerificationFinding, 'check' | 'problem'>[] =>
  reports
    .filter(({ event }) => event === 'gave-up' || event === 'crashed')
    .map(({ cause, message }) => {
      const detail = sentenceOf(message ?? errors[0] ?? '');
      return { check: cause, problem: [CAUSES[cause] ?? cause, detail].filter(Boolean).join(': ') };
    });

const routesSchema = v.array(v.object({ path: v.string(), title: v.string() }));

/** The routes of the remote's module; empty if the page has not loaded it. */
const readRoutes = async (page: Page, stage: Stage, route: string, language: string) => {
  const { url, extras } = stage.entry;
  const script = routesScript({ url, ...extras }, language, paramsOf(route, stage));
  return v.parse(routesSchema, await page.evaluate(script));
};

const violationsSchema = v.array(v.object({ id: v.string(), help: v.string(), places: v.array(v.string()) }));

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

const lookSchema = v.object({ language: v.string(), heading: v.string(), isBusy: v.boolean() });

/** Checks the screen that a page shows: failures, route, title, accessibility, console. */
const inspect = async (
  page: Page,
  stage: Stage,
  route: string,
  observed: Observed,
  changes: readonly string[],
): Promise<Inspected> => {
  const shown = observed.reports.find(({ event }) => event === 'shown');
  const shownAfterMs = shown ? Math.round(shown.durationMs) : null;
  const globals = changes.map((problem) => ({ check: 'globals', problem, route }));
  const wanted = stage.entry.metadata.version;
  const strays = strayVersions(observed, wanted).map((version) => ({
    check: 'version',
    problem: `the page used ${version} instead of ${wanted}`,
  }));
  const failures = [
    ...[...strays, ...failuresOf(observed)].map((failure) => ({ ...failure, route })),
    ...globals,
  ];
  // A change of globals may be why there is no screen.
  if (failures.length > globals.length || (!shown && failures.length > 0))
    return { title: null, shownAfterMs, moduleRoutes: [], problems: failures };

  const { language, heading, isBusy } = v.parse(lookSchema, await page.evaluate(LOOK));
  const routes = await readRoutes(page, stage, route, language);
  const title = routes.find(({ path }) => path === route)?.title ?? null;
  const found = (...problems: [check: string, problem: string][]): Inspected => ({
    title,
    shownAfterMs,
    moduleRoutes: routes.map(({ path }) => path),
    problems: [...problems.map(([check, problem]) => ({ check, route, problem })), ...globals],
  });
  if (routes.length > 0 && title === null)
    return found(['routes', `remote.json lists ${route}, but the module has no screen for it`]);
  if (!shown)
    return found([
      'timeout',
      `the screen was not shown within ${stage.timeoutMs / 1000} seconds; the page shows "${heading}"`,
    ]);
  if (isBusy) return found(['timeout', 'the screen still loads: an element in it has aria-busy']);

  const violations = await checkAccessibility(page, stage.axe);
  return found(
    ...(isNoTitle(title ?? '') ? [['title', `the title is "${title}"`] as [string, string]] : []),
    ...violations.map((violation): [string, string] => ['axe', violation]),
    ...[...new Set(observed.errors.map(sentenceOf))].map((error): [string, string] => ['console', error]),
  );
};

/** Waits at most `ms`, because a frozen page never finishes work. @returns whether the work succeeded in time */
const within = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    setTimeout(ms, false, { ref: false }),
  ]);

/**
 * Asks a page again and again what it has changed of what all its code shares, until it has settled.
 * @returns the changes, as sentences; `isFrozen` if the page stops answering
 */
const changesOf = async (
  page: Page,
  { settled }: Observed,
  timeoutMs: number,
): Promise<{ changes: readonly string[]; isFrozen: boolean }> => {
  const deadline = Date.now() + timeoutMs;
  let isSettled = false;
  let changes: readonly string[] = [];
  void settled.then(() => (isSettled = true));
  for (;;) {
    const isLast = isSettled || Date.now() > deadline;
    const evaluated = page.evaluate(CHANGES_SO_FAR).catch(() => '');
    const text = await Promise.race([evaluated, setTimeout(ANSWER_MS, undefined, { ref: false })]);
    if (text === undefined) return { changes, isFrozen: true };
    changes = v.parse(v.string(), text).split('\n').filter(Boolean);
    if (isLast) return { changes, isFrozen: false };
    await Promise.race([settled, setTimeout(ASK_MS, undefined, { ref: false })]);
  }
};

const leave = async (page: Page): Promise<void> => {
  // Ignore requests that are still in flight.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
};

/**
 * Opens a route of the release in a page of the portal, watches it for a while, and checks the screen that a customer
 * would get.
 */
export const openScreen = async (stage: Stage, route: string): Promise<OpenedScreen> => {
  const { context, portalUrl, timeoutMs } = stage;
  const page = await context.newPage();
  const observed = await observe(page, stage);
  const remarks = await mockRequests(page, portalUrl, stage.calls);
  const nothing = { title: null, shownAfterMs: null, moduleRoutes: [] };
  const failed = (check: string, problem: string): Inspected => ({
    ...nothing,
    problems: [{ check, route, problem }],
  });

  const url = portalUrl + pathOf(route, stage);
  const opened = await within(timeoutMs, page.goto(url, { waitUntil: 'commit', timeout: timeoutMs }));
  const { changes, isFrozen } = opened
    ? await changesOf(page, observed, timeoutMs)
    : { changes: [], isFrozen: false };
  const look = async (): Promise<Inspected> => {
    if (!opened) return failed('browser', `${url} did not open`);
    if (isFrozen && changes.length === 0) return failed('freeze', FREEZE);
    if (isFrozen) return failed('globals', changes.join('; '));
    return inspect(page, stage, route, observed, changes).catch((error: unknown) =>
      failed('browser', sentenceOf(error instanceof Error ? error.message : String(error))),
    );
  };
  const inspected = await look();
  await within(ANSWER_MS, isFrozen ? page.close() : leave(page));
  return {
    route,
    isFrozen,
    ...inspected,
    warnings: [...remarks].map((problem) => ({ check: 'calls', route, problem })),
  };
};
