import * as v from 'valibot';
import { descriptorSchema } from './descriptor';
import { percentSchema } from './release';

/** A file of a release and its Subresource Integrity. */
const releaseFileSchema = v.object({ url: v.string(), integrity: v.string() });

/**
 * One version of a remote in the vocabulary of awslabs/frontend-discovery (`schema/v1-pre.json`). What that
 * vocabulary has no word for stands under `extras`. Readers ignore what they do not know, so that server and shell
 * can be of different ages.
 */
const microFrontendSchema = v.object({
  url: v.string(),
  /** Where the next version in the list starts. */
  fallbackUrl: v.optional(v.string()),
  metadata: v.object({ integrity: v.string(), version: v.string() }),
  /** The first in the list is what this visitor gets: 100 %, the default. */
  deployment: v.object({ traffic: percentSchema, default: v.boolean() }),
  extras: v.object({
    descriptor: descriptorSchema,
    globalName: v.string(),
    format: v.picklist(['script', 'module']),
    /** Scripts that the first screen needs. */
    preload: v.array(releaseFileSchema),
    /** Styles that must be there before the first screen. */
    styles: v.array(releaseFileSchema),
    /** Every module of a remote whose format is `module`, for the page's import map. */
    modules: v.array(releaseFileSchema),
    /** From a developer's own machine: its files change, so that they have no integrity. */
    local: v.boolean(),
  }),
});

/** Each remote in the version that this visitor gets, followed by the one to fall back to, if there is one. */
export const registrySchema = v.object({
  schema: v.string(),
  microFrontends: v.record(v.string(), v.pipe(v.array(microFrontendSchema), v.minLength(1), v.maxLength(2))),
});

export type ReleaseFile = v.InferOutput<typeof releaseFileSchema>;
export type MicroFrontend = v.InferOutput<typeof microFrontendSchema>;
export type Registry = v.InferOutput<typeof registrySchema>;
