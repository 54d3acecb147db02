import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FieldFailure, StackFrame } from '@portal/releases';
import * as v from 'valibot';
import type { Bucket } from './bucket';
import { keyOf } from './version-files';

/** The part of a source map (ECMA-426) that locates code, without the sources' content and names. */
const sourceMapSchema = v.object({
  version: v.literal(3),
  sources: v.array(v.nullable(v.string())),
  mappings: v.string(),
});

/** The source maps of a version, by the path of the script. */
const sourceMapsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), sourceMapSchema));

type SourceMaps = v.InferOutput<typeof sourceMapsSchema>;

/** Reads the source maps that lie beside the scripts of a build, without the sources in them. */
export const readSourceMaps = async (directory: string, files: readonly string[]): Promise<SourceMaps> => {
  const maps: SourceMaps = {};
  for (const file of files.filter((name) => /\.m?js$/.test(name))) {
    const text = await readFile(join(directory, `${file}.map`), 'utf8').catch(() => undefined);
    const map = v.safeParse(v.pipe(v.string(), v.parseJson(), sourceMapSchema), text);
    if (map.success) maps[file] = map.output;
  }
  return maps;
};

/** The source maps of a version lie beside its files; no row names them, so the portal does not serve them. */
const MAPS_FILE = '.maps.json.gz';

/** Keeps the source maps of a version beside its files. */
export const keepSourceMaps = async (
  bucket: Bucket,
  name: string,
  version: string,
  maps: SourceMaps,
): Promise<void> => {
  if (Object.keys(maps).length > 0)
    await bucket.put(keyOf(name, version, MAPS_FILE), await promisify(gzip)(JSON.stringify(maps)));
};

/** Reads the source maps that are kept beside a version; empty if there are none, or they are damaged. */
const keptSourceMaps = async (bucket: Bucket, name: string, version: string): Promise<SourceMaps> => {
  const content = await bucket.get(keyOf(name, version, MAPS_FILE));
  if (!content) return {};
  const text = await promisify(gunzip)(content).catch(() => undefined);
  const { success, output } = v.safeParse(sourceMapsSchema, text?.toString('utf8'));
  return success ? output : {};
};

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
  bucket: Bucket,
  failures: readonly FieldFailure[],
): Promise<FieldFailure[]> => {
  const { originalPositionFor, TraceMap } = await import('@jridgewell/trace-mapping');

  /** Reads each map once. */
  const traces = new Map<string, Promise<InstanceType<typeof TraceMap> | undefined>>();
  const readTrace = async ({ name, version, file }: StackFrame) => {
    const map = (await keptSourceMaps(bucket, name, version))[file];
    return map && new TraceMap({ ...map, names: [] });
  };

  const callOf = async (frame: StackFrame): Promise<StackFrame> => {
    const { name, version, file, line, column } = frame;
    const key = `${name}@${version}/${file}`;
    const reading = traces.get(key) ?? readTrace(frame);
    traces.set(key, reading);
    const trace = await reading;
    // The library counts columns from 0.
    const found = trace && originalPositionFor(trace, { line, column: column - 1 });
    return found?.source
      ? { name, version, file: pathOf(found.source), line: found.line, column: found.column + 1 }
      : frame;
  };

  return Promise.all(
    failures.map(async (failure) => ({ ...failure, stack: await Promise.all(failure.stack.map(callOf)) })),
  );
};
