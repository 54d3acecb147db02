import * as v from 'valibot';
import { buildSchema, integritySchema, filePath, percentSchema, versionSchema } from './build';
import { descriptorTextsSchema } from '../page/languages';
import { descriptorSchema } from '../remote/slice';

const time = v.pipe(v.string(), v.isoTimestamp('must be a time such as 2026-03-04T12:00:00.000Z'));

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

/** What a build and its descriptor say about a version, which never changes. */
export const publishedVersionSchema = v.strictObject({
  ...buildSchema.entries,
  descriptor: v.optional(descriptorSchema),
  /** The translations of the descriptor's title and labels. */
  texts: v.optional(descriptorTextsSchema),
  /** The integrity of every file, by path. */
  integrity: v.record(filePath, integritySchema),
});

/** One change of a release. */
export const releaseChangeSchema = v.object({
  at: time,
  who: v.string(),
  why: v.nullable(v.string()),
  action: v.picklist(['publish', 'promote', 'canary', 'rollback', 'take-down', 'prune']),
  /** The changed versions; `prune` lists every removed one. */
  versions: v.array(versionSchema),
  /** The share of a canary; null for its end, and for other changes. */
  percent: v.nullable(percentSchema),
});

export type VerificationFinding = v.InferOutput<typeof findingSchema>;
export type Verification = v.InferOutput<typeof verificationSchema>;
export type PublishedVersion = v.InferOutput<typeof publishedVersionSchema>;
export type ReleaseChange = v.InferOutput<typeof releaseChangeSchema>;
