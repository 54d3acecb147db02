import * as v from 'valibot';
import { registrySchema } from './registry';

/** The company's name, logo and colour, from the operator's environment. */
export const brandSchema = v.strictObject({
  name: v.string(),
  logoUrl: v.nullable(v.string()),
  primaryColor: v.pipe(v.string(), v.hexColor()),
});

/** Everything the server tells the shell, as JSON inside the HTML. */
export const bootSchema = v.strictObject({
  /** Path under which the portal is served, without a trailing slash: `""` or `/account`. */
  basePath: v.string(),
  brand: brandSchema,
  registry: registrySchema,
});

/** The id of the element that holds the boot document. */
export const BOOT_ELEMENT_ID = 'portal-boot';

export type Brand = v.InferOutput<typeof brandSchema>;
export type Boot = v.InferOutput<typeof bootSchema>;
