import * as v from 'valibot';
import { descriptorSchema } from './descriptor';

/**
 * The resolved registry in the vocabulary of awslabs/frontend-discovery (`schema/v1-pre.json`). What that
 * vocabulary has no word for stands under `extras`.
 */
const microFrontendSchema = v.strictObject({
  url: v.string(),
  metadata: v.strictObject({ integrity: v.string(), version: v.string() }),
  extras: v.strictObject({
    descriptor: descriptorSchema,
    globalName: v.string(),
    /** URLs of the chunks that the first screen needs. */
    preload: v.array(v.string()),
  }),
});

export const registrySchema = v.strictObject({
  schema: v.string(),
  microFrontends: v.record(v.string(), v.pipe(v.array(microFrontendSchema), v.length(1))),
});

export type MicroFrontend = v.InferOutput<typeof microFrontendSchema>;
export type Registry = v.InferOutput<typeof registrySchema>;
