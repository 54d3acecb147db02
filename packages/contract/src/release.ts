import * as v from 'valibot';
import { descriptorSchema } from './descriptor';
import { descriptorTextsSchema } from './languages';

/** A path inside a version's folder: no leading slash, no `..`. */
const filePath = v.pipe(
  v.string(),
  v.regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w.@+-][\w.@+/-]*$/, 'must be a relative path'),
);

/** A version, which names an immutable folder. */
export const versionSchema = v.pipe(
  v.string(),
  v.regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/, 'must be a semantic version such as 1.4.0 or 1.4.0-pr12'),
  v.maxLength(128, 'must have at most 128 characters'),
);

/** The Subresource Integrity (W3C SRI) of a file. Browsers ignore an invalid one and accept any file. */
export const integritySchema = v.pipe(
  v.string(),
  v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be a SHA-384 integrity'),
);

const time = v.pipe(v.string(), v.isoTimestamp('must be a time such as 2026-03-04T12:00:00.000Z'));

/** A canary's share of visitors, in whole percent. */
export const percentSchema = v.pipe(
  v.number(),
  v.integer('must be a whole number'),
  v.minValue(0, 'must be between 0 and 100'),
  v.maxValue(100, 'must be between 0 and 100'),
);

/** A build: the shell's is its `build.json`, a remote's follows from its federation manifest. */
export const buildSchema = v.strictObject({
  entry: filePath,
  globalName: v.optional(v.string()),
  format: v.optional(v.picklist(['script', 'module']), 'script'),
  preload: v.array(filePath),
  styles: v.optional(v.array(filePath), []),
});

/** Something that `portal verify` found. */
const findingSchema = v.strictObject({
  /** What was checked: `routes`, `axe`, `console`, … */
  check: v.string(),
  /** The route on whose screen it was found; absent for the whole remote. */
  route: v.optional(v.string()),
  /** A sentence. */
  problem: v.string(),
});

/** The result of a verification. `portal publish --verify` keeps it, `portal verify` only prints it. */
export const verificationSchema = v.strictObject({
  at: time,
  passed: v.boolean(),
  /** The URL of the portal, and the version of the shell that the screens were mounted in. */
  portal: v.string(),
  shell: v.string(),
  /** Findings that fail the verification. */
  problems: v.array(findingSchema),
  /** Findings that do not fail it. */
  warnings: v.array(findingSchema),
});

/** One published version, written by `portal publish`. */
export const publishedVersionSchema = v.strictObject({
  ...buildSchema.entries,
  descriptor: v.optional(descriptorSchema),
  /** The translations of the descriptor's title and labels. */
  texts: v.optional(descriptorTextsSchema),
  /** The integrity of every file, by path. */
  integrity: v.record(filePath, integritySchema),
  publishedAt: time,
  /** The last result of `portal publish --verify`. */
  verification: v.optional(verificationSchema),
});

/** A version that some visitors get instead of the live one. */
const canarySchema = v.strictObject({ version: versionSchema, percent: percentSchema, since: time });

/** One change of a release document. */
const changeSchema = v.strictObject({
  at: time,
  who: v.string(),
  why: v.optional(v.string()),
  action: v.picklist(['publish', 'promote', 'canary', 'rollback', 'prune']),
  /** The changed versions; `prune` lists every removed one. */
  versions: v.array(versionSchema),
  /** The share of a canary. */
  percent: v.optional(percentSchema),
});

/** `<remote>/release.json`: the versions of a remote, which of them customers get, and the history of changes. */
export const releaseDocumentSchema = v.strictObject({
  name: v.string(),
  /** Counts the writes, so that a newer document always has a higher number. */
  revision: v.pipe(v.number(), v.integer(), v.minValue(1)),
  live: v.nullable(versionSchema),
  canary: v.nullable(canarySchema),
  /** The live version before this one, for a rollback. */
  previous: v.nullable(versionSchema),
  versions: v.record(versionSchema, publishedVersionSchema),
  /** Oldest first. Never shortened. */
  history: v.array(changeSchema),
});

export type Build = v.InferOutput<typeof buildSchema>;
export type VerificationFinding = v.InferOutput<typeof findingSchema>;
export type Verification = v.InferOutput<typeof verificationSchema>;
export type PublishedVersion = v.InferOutput<typeof publishedVersionSchema>;
export type ReleaseChange = v.InferOutput<typeof changeSchema>;
export type ReleaseDocument = v.InferOutput<typeof releaseDocumentSchema>;
