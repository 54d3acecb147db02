import * as v from 'valibot';
import { registrySchema } from './registry';

/** The company's name, logo and color, from the operator's environment. */
export const brandSchema = v.object({
  name: v.string(),
  logoUrl: v.nullable(v.string()),
  primaryColor: v.pipe(v.string(), v.hexColor()),
});

/** A version that only this browser gets because its address asked for it, or the reason why it doesn't. */
const previewSchema = v.object({
  remote: v.string(),
  /** A published version, or the URL of a remote on the developer's machine. */
  version: v.string(),
  /** Why the version isn't shown; null when it is. */
  problem: v.nullable(v.string()),
});

/** The boot document: JSON in the HTML, from server to shell. Unknown fields are ignored: the server can be newer. */
export const bootSchema = v.object({
  /** The portal's path, without a trailing slash: `""` or `/account`. */
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
