import { versionSchema } from '@portal/contract';
import * as v from 'valibot';
import { requireDocument } from './release-document';
import type { ReleaseStore } from './release-store';

/** Something that `portal verify` found. */
const findingSchema = v.object({
  /** What was checked: `build`, `weight`, `routes`, `axe`, … */
  check: v.string(),
  /** The route on whose screen it was found; absent for the whole remote. */
  route: v.optional(v.string()),
  /** A sentence. */
  problem: v.string(),
});

/** The result of `portal verify` for a version. Unknown fields are ignored: another team's command can be newer. */
const verificationSchema = v.object({
  at: v.string(),
  passed: v.boolean(),
  /** The URL of the portal, and the version of the shell that the screens were mounted in. */
  portal: v.string(),
  shell: v.nullable(v.string()),
  /** Findings that fail the verification. */
  problems: v.array(findingSchema),
  /** Findings that do not fail it. */
  warnings: v.array(findingSchema),
});

/** `<remote>/verifications.json`: the last verification of each version. */
export const verificationsSchema = v.record(versionSchema, verificationSchema);

export type VerificationFinding = v.InferOutput<typeof findingSchema>;
export type Verification = v.InferOutput<typeof verificationSchema>;
export type Verifications = v.InferOutput<typeof verificationsSchema>;

/** Keeps the verification of a published version beside it, and forgets those of versions that are gone. */
export const keepVerification = async (
  store: ReleaseStore,
  name: string,
  version: string,
  verification: Verification,
): Promise<void> => {
  const { versions } = requireDocument(await store.read(name), name);
  const isPublished = ([known]: [string, Verification]): boolean => Object.hasOwn(versions, known);
  await store.updateVerifications(name, (current) => ({
    ...Object.fromEntries(Object.entries(current).filter(isPublished)),
    [version]: verification,
  }));
};
