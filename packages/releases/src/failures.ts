import { buildSchema, versionSchema } from '@portal/contract';
import * as v from 'valibot';
import type { ReportDocument } from './release-store';
import { isRemoteName } from './version-files';

const count = v.pipe(v.number(), v.integer(), v.minValue(1));

/** A place in a published script. */
const frameSchema = v.strictObject({
  /** A remote, or the shell. */
  name: v.pipe(v.string(), v.check(isRemoteName, 'must be the name of a remote')),
  version: versionSchema,
  file: buildSchema.entries.entry,
  /** From 1, as browsers count. */
  line: count,
  column: count,
});

/** Failures of a version that look alike: the same cause, message, and place. */
const failureSchema = v.strictObject({
  version: versionSchema,
  cause: v.string(),
  /** Empty if nothing was thrown. */
  message: v.string(),
  /** The call stack, innermost call first. Contains only the portal's own files. */
  stack: v.array(frameSchema),
  /** How often, by browser: `Chrome 131`. */
  browsers: v.record(v.string(), count),
  count,
  last: v.string(),
});

export type StackFrame = v.InferOutput<typeof frameSchema>;
export type FieldFailure = v.InferOutput<typeof failureSchema>;

/** `<remote>/failures.json`: how versions failed in browsers, the last first. */
export const FAILURES: ReportDocument<readonly FieldFailure[]> = {
  file: 'failures.json',
  schema: v.array(failureSchema),
  isReplaceable: true,
};

/** Reports can be made up, so the document has a limit. */
const MAX_FAILURES = 20;
const MAX_BROWSERS = 8;

const keyOf = ({ version, cause, message, stack: [top] }: FieldFailure): string =>
  JSON.stringify([version, cause, message, top]);

const addBrowsers = (one: Record<string, number>, other: Record<string, number>): Record<string, number> => {
  const sum = { ...one };
  for (const [browser, times] of Object.entries(other)) sum[browser] = (sum[browser] ?? 0) + times;
  return Object.fromEntries(
    Object.entries(sum)
      .sort(([, many], [, more]) => more - many)
      .slice(0, MAX_BROWSERS),
  );
};

const merged = (before: FieldFailure | undefined, later: FieldFailure): FieldFailure =>
  before
    ? {
        ...before,
        browsers: addBrowsers(before.browsers, later.browsers),
        count: before.count + later.count,
        last: before.last > later.last ? before.last : later.last,
      }
    : later;

/** Adds failures to those that look alike. If there are too many, the newest stays, and those that occurred most. */
export const addFailures = (
  before: readonly FieldFailure[],
  later: readonly FieldFailure[],
): FieldFailure[] => {
  const groups = new Map<string, FieldFailure>();
  for (const failure of [...before, ...later])
    groups.set(keyOf(failure), merged(groups.get(keyOf(failure)), failure));
  const byTime = [...groups.values()].sort((one, other) => (one.last < other.last ? 1 : -1));
  const [newest, ...rest] = byTime;
  const most = new Set(rest.sort((one, other) => other.count - one.count).slice(0, MAX_FAILURES - 1));
  return byTime.filter((failure) => failure === newest || most.has(failure));
};
