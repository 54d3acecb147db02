import { MODULE_PROBE } from '@portal/contract';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { BINDING, OBSERVE } from './page-scripts';
import type { Candidate } from './portal-page';

const reportSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    remote: v.string(),
    event: v.string(),
    cause: v.optional(v.string(), 'init'),
    /** The message of the thrown error. Older shells omit it. */
    message: v.optional(v.string()),
    durationMs: v.number(),
  }),
);
type Report = v.InferOutput<typeof reportSchema>;

const messageSchema = v.union([v.object({ report: v.string() }), v.object({ settled: v.literal(true) })]);

/** An error without its stack, on one line. */
export const sentenceOf = (text: string): string =>
  text
    .split(/\n\s+at\s/)[0]
    ?.replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 500) ?? '';

/** Live observations of a page: the arrays grow. */
export interface Observed {
  /** The shell's reports about the remote. */
  reports: readonly Report[];
  /** Errors on the console, and uncaught errors. */
  errors: readonly string[];
  /** Resolves when the shell stops watching the remote, or the page freezes. */
  settled: Promise<void>;
  /** Adds a report that was sent as a request. */
  takeReport: (text: string | null) => void;
}

/** Observes a page from its start. */
export const observe = async (
  page: Page,
  { name, version }: Candidate,
  basePath: string,
): Promise<Observed> => {
  const reports: Report[] = [];
  const errors: string[] = [];
  let settle = () => {};
  const settled = new Promise<void>((resolve) => (settle = resolve));

  const takeReport = (text: string | null): void => {
    const report = v.safeParse(reportSchema, text);
    if (!report.success || report.output.remote !== name) return;
    reports.push(report.output);
    // The page's worker sends it: a frozen page never settles.
    if (report.output.cause === 'freeze') settle();
  };
  await page.exposeFunction(BINDING, (message: unknown) => {
    const parsed = v.parse(messageSchema, message);
    if ('report' in parsed) takeReport(parsed.report);
    else settle();
  });
  await page.addInitScript(OBSERVE);

  const own = `${basePath}/releases/${name}/${version}/`;
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    // Only failures of the remote's own files count: a mocked call may fail on purpose.
    const isForeign = !new URL(message.location().url || 'about:blank').pathname.startsWith(own);
    if (message.text().startsWith('Failed to load resource') && isForeign) return;
    // The shell's probe, which tests whether the browser verifies modules.
    if (message.text().includes(MODULE_PROBE.url)) return;
    errors.push(message.text());
  });
  return { reports, errors, settled, takeReport };
};
