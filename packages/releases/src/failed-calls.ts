import type { FieldFailure, StackFrame } from './failures';
import type { ReleaseStore } from './release-store';
import { keptSourceMaps } from './source-maps';

/** A call in the stack of a failure: in its sources, or in its published script if the version has no source map. */
export type FailedCall = Omit<StackFrame, 'file'> & { source: string };

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
) => {
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

/** Failures that look alike, with the calls in the sources. */
export type TracedFailure = Awaited<ReturnType<typeof traceFailures>>[number];
