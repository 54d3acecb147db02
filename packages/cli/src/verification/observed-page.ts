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
    /** What was thrown. Shells of before do not say it. */
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

/** What happens in a page. The lists grow. */
export interface Observed {
  /** What the shell reports about the remote. */
  reports: readonly Report[];
  /** What was written to the console as an error, and errors that nobody caught. */
  errors: readonly string[];
  /** Resolves when the shell has stopped to watch the remote, or the page is frozen. */
  settled: Promise<void>;
  /** Takes a report that was sent as a request. */
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
