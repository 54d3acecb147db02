import * as v from 'valibot';
import { remoteNameSchema } from '../remote/descriptor';
import { versionSchema } from '../release/build';

/**
 * The events of one version of a remote in one page: its first screen was `shown`; an attempt failed and was `retried`;
 * the version failed and the shell `fell-back` to another, or `gave-up`; a shown screen `crashed`.
 */
const LOAD_EVENTS = ['shown', 'retried', 'fell-back', 'gave-up', 'crashed'] as const;

/**
 * Why a version failed: a file didn't arrive (`entry`, `chunk`, `style`) or isn't the published one (`integrity`); it
 * took too long (`timeout`); it threw at its start (`init`), in its screen (`render`) or elsewhere (`thrown`); its
 * module has the wrong `shape`; an earlier page froze or ended before its first screen was idle (`unfinished`).
 */
export const LOAD_CAUSES = [
  'entry',
  'chunk',
  'style',
  'integrity',
  'timeout',
  'init',
  'shape',
  'render',
  'thrown',
  'unfinished',
] as const;

/** The longest duration that a report may have: a day. */
export const LONGEST_REPORT_MS = 86_400_000;

/** The maximum length of an error's message and stack in a report. */
export const LONGEST_MESSAGE = 300;
export const LONGEST_STACK = 2000;

/** The body of `POST /telemetry`, sent by `navigator.sendBeacon`. */
export const loadReportSchema = v.strictObject({
  remote: remoteNameSchema,
  version: versionSchema,
  event: v.picklist(LOAD_EVENTS),
  /** Absent for `shown`. */
  cause: v.optional(v.picklist(LOAD_CAUSES)),
  /** The time from the first request to this event. */
  durationMs: v.pipe(v.number(), v.minValue(0), v.maxValue(LONGEST_REPORT_MS)),
  /** The thrown error's message and stack. The server stores neither unchanged (decision 035). */
  message: v.optional(v.pipe(v.string(), v.maxLength(LONGEST_MESSAGE))),
  stack: v.optional(v.pipe(v.string(), v.maxLength(LONGEST_STACK))),
});

export type LoadCause = (typeof LOAD_CAUSES)[number];
export type LoadReport = v.InferOutput<typeof loadReportSchema>;
