import * as v from 'valibot';
import { remoteNameSchema } from './descriptor';
import { versionSchema } from './release';

/**
 * What became of one version of a remote in one page: its first screen was `shown`; an attempt failed and is
 * `retried`; the version was given up and the shell `fell-back` to the one before, or `gave-up` for good; a screen
 * that had been shown `crashed` later.
 */
export const LOAD_EVENTS = ['shown', 'retried', 'fell-back', 'gave-up', 'crashed'] as const;

/**
 * Why it failed: the entry, a chunk or a style did not arrive; it was not what was published; it took too long;
 * it threw while it started; it is no remote's module; its screen threw.
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
] as const;

/** The body of `POST /telemetry`, sent by `navigator.sendBeacon`. */
export const loadReportSchema = v.strictObject({
  remote: remoteNameSchema,
  version: versionSchema,
  event: v.picklist(LOAD_EVENTS),
  /** Absent when it was shown. */
  cause: v.optional(v.picklist(LOAD_CAUSES)),
  /** From the first request to this event, in milliseconds. */
  durationMs: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400_000)),
});

export type LoadCause = (typeof LOAD_CAUSES)[number];
export type LoadReport = v.InferOutput<typeof loadReportSchema>;
