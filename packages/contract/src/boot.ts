import * as v from 'valibot';
import { registrySchema } from './registry';

/** The company's name, logo and colour, from the operator's environment. */
export const brandSchema = v.object({
  name: v.string(),
  logoUrl: v.nullable(v.string()),
  primaryColor: v.pipe(v.string(), v.hexColor()),
});

/** A version that only this browser gets, because its address asked for it, or why it does not. */
const previewSchema = v.object({
  remote: v.string(),
  /** A published version, or the address of a remote on the developer's own machine. */
  version: v.string(),
  /** Why it is not shown; null when it is. */
  problem: v.nullable(v.string()),
});

/**
 * Everything the server tells the shell, as JSON inside the HTML. The shell ignores what it does not know, so that
 * the server can be newer.
 */
export const bootSchema = v.object({
  /** Path under which the portal is served, without a trailing slash: `""` or `/account`. */
  basePath: v.string(),
  brand: brandSchema,
  previews: v.array(previewSchema),
  registry: registrySchema,
});

/** The id of the element that holds the boot document. */
export const BOOT_ELEMENT_ID = 'portal-boot';

export type Brand = v.InferOutput<typeof brandSchema>;
export type Preview = v.InferOutput<typeof previewSchema>;
export type Boot = v.InferOutput<typeof bootSchema>;
