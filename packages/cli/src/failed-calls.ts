import { keptSourceMaps, type FieldFailure, type ReleaseStore, type StackFrame } from '@portal/releases';

/** A call in the stack of a failure. */
export interface FailedCall {
  /** The remote, or the shell, whose code it is in. */
  name: string;
  version: string;
  /** A file of its sources, or its published script if the version has no source map. */
  source: string;
  line: number;
  column: number;
}

/** Failures that look alike, with the calls in the sources. */
export type TracedFailure = Omit<FieldFailure, 'stack'> & { stack: FailedCall[] };

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
