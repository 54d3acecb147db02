import {
  descriptorSchema,
  percentSchema,
  releaseChangeSchema,
  verificationSchema,
  versionSchema,
} from '@portal/contract';
import * as v from 'valibot';
import { remoteName } from './version-files';

/*
 * The calls of teams: `POST /-/releases/<call>` with the token of a team, and what the portal answers. The operator's
 * commands do the same on the database.
 */

const count = v.number();
const nullableText = v.nullable(v.string());

/** Which versions visitors get. */
const servedSchema = v.object({
  live: v.nullable(versionSchema),
  canary: v.nullable(v.object({ version: versionSchema, percent: percentSchema })),
  previous: v.nullable(versionSchema),
});

/** The result of a change. */
const outcomeSchema = v.object({
  name: v.string(),
  /** Before the change; null if nothing was published. */
  before: v.nullable(servedSchema),
  ...servedSchema.entries,
  /** False if there was nothing to change. */
  changed: v.boolean(),
  /** Sentences for people. */
  warnings: v.array(v.string()),
});

/** The result of a publication. */
const publicationOutcomeSchema = v.object({
  ...outcomeSchema.entries,
  version: versionSchema,
  /** The number of its files. */
  files: count,
  /** The bytes that its first screen needs; null for the shell. */
  firstLoad: v.nullable(count),
  /** Files that were lost or damaged, and are stored again. */
  restored: v.array(v.string()),
});

const prunedSchema = v.object({
  name: v.string(),
  versions: v.array(v.string()),
  /** What interrupted publications left. */
  abandoned: v.array(v.string()),
});

/** How often a version was shown and failed. */
const outcomesSchema = v.object({ shown: count, failed: count });

const servedVersionSchema = v.object({
  version: v.string(),
  since: nullableText,
  who: nullableText,
  why: nullableText,
  /** Null until browsers report something. */
  health: v.nullable(
    v.object({ ...outcomesSchema.entries, rate: count, causes: v.record(v.string(), count) }),
  ),
  problem: nullableText,
});

const statusSchema = v.object({
  name: v.string(),
  live: v.nullable(servedVersionSchema),
  canary: v.nullable(v.object({ ...servedVersionSchema.entries, percent: percentSchema })),
  previous: nullableText,
  /** What the portal has decided by itself, if that was the last change: it stopped a canary, or rolled back. */
  intervention: v.nullable(v.object({ version: v.string(), at: v.string(), why: v.string() })),
  versionCount: count,
});

/** A call in the stack of a failure: in its source, or in its published script if the version has no source map. */
const stackFrameSchema = v.object({
  name: v.string(),
  version: v.string(),
  file: v.string(),
  /** From 1, as browsers count. */
  line: count,
  column: count,
});

/** Failures that look alike: the same version, cause, message, and place. */
const fieldFailureSchema = v.object({
  version: v.string(),
  cause: v.string(),
  /** Empty if nothing was thrown. */
  message: v.string(),
  /** Innermost call first; only the portal's own files. */
  stack: v.array(stackFrameSchema),
  /** How often, by browser: `Chrome 131`. */
  browsers: v.record(v.string(), count),
  count,
  last: v.string(),
});

const releaseViewSchema = v.object({
  status: statusSchema,
  versions: v.array(
    v.object({
      version: v.string(),
      publishedAt: v.string(),
      /** Null if it was published without `--verify`. */
      verification: v.nullable(verificationSchema),
    }),
  ),
  failures: v.array(fieldFailureSchema),
  /** By version, and by the beginning of the hour. */
  hours: v.record(v.string(), v.record(v.string(), outcomesSchema)),
  /** The newest change first. */
  history: v.array(v.object({ revision: count, ...releaseChangeSchema.entries })),
});

const change = {
  name: remoteName,
  why: v.exactOptional(v.string()),
  dryRun: v.exactOptional(v.boolean()),
};

/** The parameters of each call, but for the files of a publication, which are the parts of its form. */
export const releaseCalls = {
  status: v.strictObject({}),
  /** `before`: the revision of a change; the history goes on with earlier ones. */
  show: v.strictObject({ name: remoteName, before: v.exactOptional(v.number()) }),
  publish: v.strictObject({
    ...change,
    version: v.exactOptional(versionSchema),
    baseVersion: versionSchema,
    descriptor: v.exactOptional(descriptorSchema),
    allowSize: v.exactOptional(v.boolean()),
  }),
  verification: v.strictObject({
    name: remoteName,
    version: versionSchema,
    verification: verificationSchema,
  }),
  promote: v.strictObject({ ...change, version: versionSchema }),
  /** Zero percent is a canary for nobody; without `version`, it ends. */
  canary: v.union([
    v.strictObject({ ...change, version: versionSchema, percent: percentSchema }),
    v.strictObject({ ...change, stop: v.literal(true) }),
  ]),
  rollback: v.strictObject({ ...change, to: v.exactOptional(versionSchema) }),
  'take-down': v.strictObject(change),
  prune: v.strictObject({ ...change, olderThan: v.pipe(v.number(), v.minValue(0)) }),
  /** Versions to preview together, and for how many days. */
  preview: v.strictObject({
    versions: v.pipe(v.array(v.strictObject({ name: remoteName, version: versionSchema })), v.minLength(1)),
    days: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(30))),
  }),
};

/** The link of a preview, and until when it works. */
const previewSchema = v.object({ url: v.string(), expiresAt: v.string() });

/** The answer to each call. */
export const releaseAnswers = {
  status: v.array(statusSchema),
  show: releaseViewSchema,
  publish: publicationOutcomeSchema,
  verification: v.object({}),
  promote: outcomeSchema,
  canary: outcomeSchema,
  rollback: outcomeSchema,
  'take-down': outcomeSchema,
  prune: prunedSchema,
  preview: previewSchema,
};

export type ReleaseCall = keyof typeof releaseCalls;

/** What a call takes; a publication also the folder with its build. */
type Given<Call extends ReleaseCall> = v.InferInput<(typeof releaseCalls)[Call]> &
  (Call extends 'publish' ? { directory: string } : object);

/** What teams and operators do with releases: with a token by HTTP, or on the database. */
export type Releases = {
  [Call in ReleaseCall]: (given: Given<Call>) => Promise<v.InferOutput<(typeof releaseAnswers)[Call]>>;
};

export type ChangeOutcome = v.InferOutput<typeof outcomeSchema>;
export type PublicationOutcome = v.InferOutput<typeof publicationOutcomeSchema>;
export type Pruned = v.InferOutput<typeof prunedSchema>;
export type ServedVersion = v.InferOutput<typeof servedVersionSchema>;
export type Status = v.InferOutput<typeof statusSchema>;
export type StackFrame = v.InferOutput<typeof stackFrameSchema>;
export type FieldFailure = v.InferOutput<typeof fieldFailureSchema>;
export type ReleaseView = v.InferOutput<typeof releaseViewSchema>;
export type Preview = v.InferOutput<typeof previewSchema>;
