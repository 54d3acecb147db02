import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, Request as PageRequest, Route } from 'playwright-core';
import { MODULE_PROBE } from '@portal/contract';
import type { VerificationFinding } from '@portal/releases';
import * as v from 'valibot';
import type { MockedCalls } from './mocked-calls';
import { ANSWER, AXE, AXE_IN_THE_DARK, BINDING, DARK, LOOK, OBSERVE, routesScript } from './page-scripts';
import {
  microFrontendOf,
  policyFor,
  withCandidate,
  withCandidateInRegistry,
  type Candidate,
} from './portal-page';

/** For a page that may be frozen. */
const ANSWER_MS = 5000;

/** For the dark color scheme to follow the browser's. */
const SCHEME_MS = 5000;

/** Everything that a screen is opened with. */
export interface Stage {
  context: BrowserContext;
  /** The portal's URL, without a trailing slash. */
  portalUrl: string;
  basePath: string;
  candidate: Candidate;
  /** The folder with the build. */
  directory: string;
  calls: MockedCalls;
  /** Values of the parameters of routes. */
  params: Record<string, string>;
  axe: string;
  timeoutMs: number;
}

/** A screen that was opened. */
export interface OpenedScreen {
  route: string;
  /** Null if it was not shown. */
  title: string | null;
  shownAfterMs: number | null;
  /** The page did not answer any more: others would not either. */
  isFrozen: boolean;
  /** The routes of the module; empty if it did not start. */
  moduleRoutes: readonly string[];
  problems: VerificationFinding[];
  warnings: VerificationFinding[];
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Why the shell gave a version up, as sentences. The shell can be newer than this list. */
const CAUSES: Readonly<Record<string, string>> = {
  entry: 'its entry did not arrive',
  chunk: 'a chunk did not arrive',
  style: 'a style sheet did not arrive',
  integrity: 'the browser could not check the integrity of a file',
  timeout: 'it took too long to start',
  init: 'it threw while it started',
  shape: 'its module has the wrong shape',
  render: 'the screen threw',
  freeze: 'the page stopped answering: is there an endless loop?',
  globals: 'it changed what it shares with all code of the page',
};

const reportSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    remote: v.string(),
    event: v.string(),
    cause: v.optional(v.string(), 'init'),
    durationMs: v.number(),
  }),
);
type Report = v.InferOutput<typeof reportSchema>;

const messageSchema = v.union([v.object({ report: v.string() }), v.object({ settled: v.literal(true) })]);

const lookSchema = v.object({ language: v.string(), heading: v.string(), isBusy: v.boolean() });

const routesSchema = v.array(v.object({ path: v.string(), title: v.string() }));

const violationsSchema = v.array(v.object({ id: v.string(), help: v.string(), places: v.array(v.string()) }));

/** An error without its stack, on one line. */
const sentenceOf = (text: string): string =>
  text
    .split(/\n\s+at\s/)[0]
    ?.replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 500) ?? '';

/** What the shell of a page reports about the remote, and what the browser complains about. */
const observe = async (page: Page, { name, version }: Candidate, basePath: string) => {
  const reports: Report[] = [];
  const errors: string[] = [];
  let settle = () => {};
  const settled = new Promise<void>((resolve) => (settle = resolve));

  const takeReport = (text: string | null): void => {
    const report = v.safeParse(reportSchema, text);
    if (!report.success || report.output.remote !== name) return;
    reports.push(report.output);
    // Of the worker beside the page.
    if (report.output.cause === 'freeze') settle();
  };
  await page.exposeFunction(BINDING, (message: unknown) => {
    const said = v.parse(messageSchema, message);
    if ('report' in said) takeReport(said.report);
    else settle();
  });
  await page.addInitScript(OBSERVE);

  const own = `${basePath}/releases/${name}/${version}/`;
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // A mocked call may fail on purpose, and pictures of the portal are not the remote's.
    const isForeign = !new URL(message.location().url || 'about:blank').pathname.startsWith(own);
    if (message.text().startsWith('Failed to load resource') && isForeign) return;
    // The shell finds out whether the browser checks modules.
    if (message.text().includes(MODULE_PROBE.url)) return;
    errors.push(message.text());
  });
  return { reports, errors, settled, takeReport };
};

const headersOf = (answer: Response): Record<string, string> => Object.fromEntries(answer.headers);

/** What the browser computes anew, and hints for calls that are mocked. */
const HOP_HEADERS = ['content-encoding', 'content-length', 'transfer-encoding', 'set-cookie', 'link'];

/** Answers the requests of a page: its HTML and the shell come from the portal, the remote from its build, calls from mocks. */
const answerRequests = async (
  page: Page,
  stage: Stage,
  { takeReport, unanswered }: { takeReport: (text: string | null) => void; unanswered: Set<string> },
): Promise<void> => {
  const { portalUrl, basePath, candidate, directory, calls } = stage;
  const { origin } = new URL(portalUrl);
  const { name, version, published } = candidate;
  const own = `/releases/${name}/${version}/`;

  const answerDocument = async (route: Route): Promise<void> => {
    const answer = await route.fetch();
    const headers = Object.fromEntries(
      Object.entries(answer.headers()).filter(([header]) => !HOP_HEADERS.includes(header)),
    );
    const policy = headers['content-security-policy'];
    await route.fulfill({
      status: answer.status(),
      headers: { ...headers, ...(policy && { 'content-security-policy': policyFor(policy, candidate) }) },
      body: withCandidate(await answer.text(), answer.url(), candidate),
    });
  };

  const answerRegistry = async (route: Route): Promise<void> => {
    const answer = await route.fetch();
    const text = withCandidateInRegistry(await answer.text(), candidate, basePath);
    await route.fulfill({ contentType: 'application/json', body: text });
  };

  const answerFile = async (route: Route, file: string): Promise<void> => {
    if (published.integrity[file] === undefined) return route.fulfill({ status: 404 });
    const contentType = TYPES[extname(file)] ?? 'application/octet-stream';
    await route.fulfill({ contentType, body: await readFile(join(directory, file)) });
  };

  const answerCall = async (route: Route, request: PageRequest, path: string): Promise<void> => {
    const body = request.postDataBuffer();
    const answer = await calls(
      new Request(origin + path + new URL(request.url()).search, {
        method: request.method(),
        headers: request.headers(),
        ...(body && { body: new Uint8Array(body) }),
      }),
    );
    if (answer) {
      const content = Buffer.from(await answer.arrayBuffer());
      return route.fulfill({ status: answer.status, headers: headersOf(answer), body: content });
    }
    if (!['fetch', 'xhr'].includes(request.resourceType())) return route.continue();
    unanswered.add(`${request.method()} ${path}`);
    return route.fulfill({ status: 404, json: {} });
  };

  const answerRequest = (route: Route, request: PageRequest): Promise<void> => {
    const url = new URL(request.url());
    if (url.origin !== origin || !url.pathname.startsWith(basePath)) return route.continue();
    const path = url.pathname.slice(basePath.length);
    if (request.isNavigationRequest()) return answerDocument(route);
    if (path === '/telemetry') {
      takeReport(request.postData());
      return route.fulfill({ status: 204 });
    }
    if (path === '/registry.json') return answerRegistry(route);
    if (path.startsWith(own)) return answerFile(route, decodeURIComponent(path.slice(own.length)));
    if (path.startsWith('/releases/')) return route.continue();
    return answerCall(route, request, path);
  };

  // A page that is closed, or a portal that is gone, leaves requests without an answer.
  await page.route('**/*', (route, request) =>
    answerRequest(route, request).catch(() => route.abort().catch(() => undefined)),
  );
};

/** Waits for work that a frozen page would never end. @returns whether it has succeeded */
const within = (ms: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    setTimeout(ms, false, { ref: false }),
  ]);

const leave = async (page: Page): Promise<void> => {
  // Requests on their way.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.close();
};

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

/** The path of a route, with a value for each of its parameters. */
export const pathOf = (route: string, params: Record<string, string>, otherwise: string): string =>
  route
    .replaceAll(/:([\w-]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? otherwise))
    .replace(/\*$/, '');

/** Whether a title says nothing, or shows a value that is missing. */
const isNoTitle = (title: string): boolean =>
  title.trim() === '' || /\b(undefined|null|NaN)\b|\[object /.test(title);

/**
 * Opens a route of the candidate in a page of the portal, and looks at what the customer would get.
 * @param path of the route, without the portal's base path
 */
export const openScreen = async (stage: Stage, route: string, path: string): Promise<OpenedScreen> => {
  const { context, portalUrl, basePath, candidate, params, axe, timeoutMs } = stage;
  const screen: OpenedScreen = {
    route,
    title: null,
    shownAfterMs: null,
    isFrozen: false,
    moduleRoutes: [],
    problems: [],
    warnings: [],
  };
  const find = (check: string, problem: string) => screen.problems.push({ check, route, problem });
  const page = await context.newPage();
  const unanswered = new Set<string>();
  const { reports, errors, settled, takeReport } = await observe(page, candidate, basePath);
  await answerRequests(page, stage, { takeReport, unanswered });

  const reportCauses = (): void => {
    for (const { event, cause } of reports) {
      if (event !== 'gave-up' && event !== 'crashed') continue;
      const sentences = errors.map(sentenceOf);
      // The shell says by itself what was changed.
      const detail =
        cause === 'globals' ? sentences.find((text) => text.includes(' changed ')) : sentences[0];
      find(cause, [CAUSES[cause] ?? cause, detail].filter(Boolean).join(': '));
    }
  };

  const readModule = async (language: string): Promise<void> => {
    const [version] = microFrontendOf(candidate, basePath);
    if (!version) return;
    const entry = { url: version.url, ...version.extras };
    const routes = v.parse(routesSchema, await page.evaluate(routesScript(entry, language, params)));
    screen.moduleRoutes = routes.map((one) => one.path);
    const own = routes.find((one) => one.path === route);
    if (own && isNoTitle(own.title)) find('title', `the title is "${own.title}"`);
    screen.title = own?.title ?? null;
  };

  const look = async (): Promise<void> => {
    const shown = reports.find(({ event }) => event === 'shown');
    screen.shownAfterMs = shown ? Math.round(shown.durationMs) : null;
    reportCauses();
    if (screen.problems.length > 0) return;
    const { language, heading, isBusy } = v.parse(lookSchema, await page.evaluate(LOOK));
    await readModule(language);
    if (!screen.moduleRoutes.includes(route)) {
      find('routes', `remote.json lists ${route}, for which the module has no screen`);
      return;
    }
    if (!shown) {
      find(
        'timeout',
        `the screen was not shown within ${timeoutMs / 1000} seconds; the page shows "${heading}"`,
      );
      return;
    }
    if (isBusy) {
      find('timeout', 'the screen still loads: something in it has aria-busy');
      return;
    }
    for (const violation of await checkAccessibility(page, axe)) find('axe', violation);
    for (const error of new Set(errors.map(sentenceOf))) find('console', error);
  };

  try {
    await page.goto(portalUrl + path, { waitUntil: 'commit', timeout: timeoutMs });
    const waiting = new AbortController();
    await Promise.race([
      settled,
      setTimeout(timeoutMs, undefined, { signal: waiting.signal }).catch(() => undefined),
    ]);
    waiting.abort();
    screen.isFrozen = !(await within(ANSWER_MS, page.evaluate(ANSWER)));
    if (screen.isFrozen) find('freeze', CAUSES['freeze'] ?? '');
    else await look();
  } catch (error) {
    find('browser', sentenceOf(error instanceof Error ? error.message : String(error)));
  }
  await within(ANSWER_MS, screen.isFrozen ? page.close() : leave(page));
  for (const call of unanswered)
    screen.warnings.push({
      check: 'calls',
      route,
      problem: `${call} was answered with 404: add it to dev/mocks.ts`,
    });
  return screen;
};
