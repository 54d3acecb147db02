import type { RemoteVersion } from '@portal/contract';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { BINDING, OBSERVE } from './page-scripts';
import { REMEMBER } from './shared-state';

/** How long a screen is watched after it was shown: it may load data, and change more. */
const WATCH_MS = 3000;

const reportSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    remote: v.string(),
    version: v.string(),
    event: v.string(),
    cause: v.optional(v.string(), 'init'),
    /** The message of the thrown error. */
    message: v.optional(v.string()),
    durationMs: v.number(),
  }),
);
type Report = v.InferOutput<typeof reportSchema>;

/** Follows an error about Trusted Types. */
const HTML_REMEDY =
  ' A library sets HTML or a script address by itself: the README of @portal/remote says which parts to avoid.';

/** An error without its stack, on one line. */
export const sentenceOf = (text: string): string => {
  const [first = ''] = text.split(/\n\s+at\s/);
  const sentence = first.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
  return /TrustedTypePolicy|requires 'Trusted/.test(sentence) ? sentence + HTML_REMEDY : sentence;
};

const BLOCKED_STYLE =
  "a library added a style, which the page's policy blocked: give it the nonce of useNonce(), or import its stylesheet; the README of @portal/remote has examples";

/** Live observations of a page: the arrays grow. */
export interface Observed {
  /** The shell's reports about the remote. */
  reports: readonly Report[];
  /** Errors on the console, and uncaught errors. */
  errors: readonly string[];
  /** What need not be a fault: a sentence that says how to avoid it. */
  remarks: readonly string[];
  /** Resolves three seconds after the screen was shown, or when it has failed. */
  settled: Promise<void>;
}

/** Observes a page from its start. */
export const observe = async (
  page: Page,
  { name, entry }: { name: string; entry: RemoteVersion },
): Promise<Observed> => {
  const reports: Report[] = [];
  const errors: string[] = [];
  const remarks: string[] = [];
  let settle = () => {};
  const settled = new Promise<void>((resolve) => (settle = resolve));

  await page.exposeFunction(BINDING, (text: unknown) => {
    const report = v.safeParse(reportSchema, text);
    if (!report.success || report.output.remote !== name) return;
    reports.push(report.output);
    const { event } = report.output;
    if (event !== 'retried') setTimeout(settle, event === 'shown' ? WATCH_MS : 0);
  });
  await page.addInitScript(OBSERVE + REMEMBER);

  const folder = entry.url.replace(/[^/]*$/, '');
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // The warning of `linkTo` of @portal/remote about an unknown name.
    if (message.text().startsWith('linkTo: ')) errors.push(message.text());
    if (message.type() !== 'error') return;
    // Only failures of the remote's own files count: a mocked call may fail on purpose.
    const isForeign = !new URL(message.location().url || 'about:blank').pathname.startsWith(folder);
    if (message.text().startsWith('Failed to load resource') && isForeign) return;
    if (/inline style violates/.test(message.text())) remarks.push(BLOCKED_STYLE);
    else errors.push(message.text());
  });
  return { reports, errors, remarks, settled };
};
