import * as v from 'valibot';
import { descriptorSchema } from './descriptor';

/** A path inside a version's folder: no leading slash, no `..`. */
const filePath = v.pipe(
  v.string(),
  v.regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.@+-][\w.@+/-]*$/, 'must be a relative path'),
);

/** A version is the name of a folder that never changes again. */
export const versionSchema = v.pipe(
  v.string(),
  v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, 'must be a semantic version such as 1.4.0 or 1.4.0-pr12'),
);

/**
 * What a build says of its own files, `build.json` beside them: the script to start with, the container's
 * global name (remotes only) and the chunks that the first screen needs.
 */
export const buildSchema = v.strictObject({
  entry: filePath,
  globalName: v.optional(v.string()),
  preload: v.array(filePath),
});

/** One published version: what `portal publish` wrote down of it. */
const publishedVersionSchema = v.strictObject({
  ...buildSchema.entries,
  descriptor: v.optional(descriptorSchema),
  /** Subresource Integrity of every script and style, by path (W3C SRI: `sha384-…`). */
  integrity: v.record(filePath, v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/))),
  publishedAt: v.pipe(v.string(), v.isoTimestamp()),
});

/** `<remote>/release.json`: which versions exist and which one customers get. */
export const releaseDocumentSchema = v.strictObject({
  name: v.string(),
  live: v.nullable(versionSchema),
  versions: v.record(versionSchema, publishedVersionSchema),
});

export type Build = v.InferOutput<typeof buildSchema>;
export type PublishedVersion = v.InferOutput<typeof publishedVersionSchema>;
export type ReleaseDocument = v.InferOutput<typeof releaseDocumentSchema>;
