import { versionSchema } from '@portal/contract';
import * as v from 'valibot';
import { failureSchema, type FieldFailure, type StackFrame } from './failures';
import type { ReleaseStore } from './release-store';
import { keptSourceMaps } from './source-maps';

/** A call in the stack of a failure. */
const failedCallSchema = v.object({
  /** The remote, or the shell, whose code it is in. */
  name: v.string(),
  version: versionSchema,
  /** A file of its sources, or its published script if the version has no source map. */
  source: v.string(),
  line: v.number(),
  column: v.number(),
});

/** Failures that look alike, with the calls in the sources. */
export const tracedFailureSchema = v.object({ ...failureSchema.entries, stack: v.array(failedCallSchema) });

export type FailedCall = v.InferOutput<typeof failedCallSchema>;
export type TracedFailure = v.InferOutput<typeof tracedFailureSchema>;

/**
 * Strips bundler prefixes from a source: `webpack://portal_orders/./src/screen.tsx` and `../../src/screen.tsx` become
 * `src/screen.tsx`; a source in `node_modules` starts with its package's name.
 */
const pathOf = (source: string): string =>
  source
    .replace(/^webpack:\/\/[^/]*\//, '')
    .replace(/\?.*$/, '')
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/^.*\/node_modules\//, '');

/** Maps the stacks of failures to the sources, by the source maps kept beside each version. */
export const traceFailures = async (
  store: Pick<ReleaseStore, 'readMaps'>,
  failures: readonly FieldFailure[],
): Promise<TracedFailure[]> => {
  const { originalPositionFor, TraceMap } = await import('@jridgewell/trace-mapping');

  /** Reads each map once. */
  const traces = new Map<string, Promise<InstanceType<typeof TraceMap> | undefined>>();
  const readTrace = async ({ name, version, file }: StackFrame) => {
    const map = (await keptSourceMaps(store, name, version))[file];
    return map && new TraceMap({ ...map, names: [] });
  };

  const callOf = async (frame: StackFrame): Promise<FailedCall> => {
    const { name, version, file, line, column } = frame;
    const key = `${name}@${version}/${file}`;
    const reading = traces.get(key) ?? readTrace(frame);
    traces.set(key, reading);
    const trace = await reading;
    // The library counts columns from 0.
    const found = trace && originalPositionFor(trace, { line, column: column - 1 });
    return found?.source
      ? { name, version, source: pathOf(found.source), line: found.line, column: found.column + 1 }
      : { name, version, source: file, line, column };
  };

  return Promise.all(
    failures.map(async (failure) => ({ ...failure, stack: await Promise.all(failure.stack.map(callOf)) })),
  );
};
