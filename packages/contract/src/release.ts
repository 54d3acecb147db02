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
  v.maxLength(128, 'must have at most 128 characters'),
);

/** Subresource Integrity (W3C SRI) of a file. A browser takes what is none for a file that may be anything. */
export const integritySchema = v.pipe(
  v.string(),
  v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be a SHA-384 integrity'),
);

const time = v.pipe(v.string(), v.isoTimestamp('must be a time such as 2026-03-04T12:00:00.000Z'));

/** The share of visitors that a canary is for, in whole percent: 0 is nobody, 100 everybody. */
export const percentSchema = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.minValue(0, 'must be between 0 and 100'),
  v.maxValue(100, 'must be between 0 and 100'),
);

/**
 * What a build says of its own files, `build.json` beside them: the script to start with, the container's
 * global name (remotes only), how the browser runs it (a classic script, or an ECMAScript module with its
 * imports), the chunks that the first screen needs, and the styles that it needs before it is shown.
 */
export const buildSchema = v.strictObject({
  entry: filePath,
  globalName: v.optional(v.string()),
  format: v.optional(v.picklist(['script', 'module']), 'script'),
  preload: v.array(filePath),
  styles: v.optional(v.array(filePath), []),
});

/** One published version: what `portal publish` wrote down of it. */
export const publishedVersionSchema = v.strictObject({
  ...buildSchema.entries,
  descriptor: v.optional(descriptorSchema),
  /** The integrity of every file, by path. */
  integrity: v.record(filePath, integritySchema),
  publishedAt: time,
});

/** A version that some visitors get in place of the live one, since when, and how many of them. */
const canarySchema = v.strictObject({ version: versionSchema, percent: percentSchema, since: time });

/** One change of a release document: what was done, when, by whom and why. */
const changeSchema = v.strictObject({
  at: time,
  who: v.string(),
  why: v.optional(v.string()),
  action: v.picklist(['publish', 'promote', 'canary', 'rollback', 'prune']),
  /** What it was done to; `prune` names every version that went. */
  versions: v.array(versionSchema),
  /** Of a canary. */
  percent: v.optional(percentSchema),
});

/** `<remote>/release.json`: which versions exist, which one customers get, and how it came to be so. */
export const releaseDocumentSchema = v.strictObject({
  name: v.string(),
  /** Counts the writes, so that an older document is never taken for a newer one. */
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  live: v.nullable(versionSchema),
  canary: v.nullable(canarySchema),
  /** What was live before, to go back to. */
  previous: v.nullable(versionSchema),
  versions: v.record(versionSchema, publishedVersionSchema),
  /** Oldest first; it is never shortened. */
  history: v.array(changeSchema),
});

export type Build = v.InferOutput<typeof buildSchema>;
export type PublishedVersion = v.InferOutput<typeof publishedVersionSchema>;
export type ReleaseChange = v.InferOutput<typeof changeSchema>;
export type ReleaseDocument = v.InferOutput<typeof releaseDocumentSchema>;
