import * as v from 'valibot';

const path = v.pipe(v.string(), v.regex(/^\/[\w\-/:*]*$/, 'must be a path that starts with "/"'));

/** One entry of the drawer; `icon` is the path data of a 24 × 24 SVG, `order` sorts the entries of all remotes. */
const navigationEntrySchema = v.strictObject({
  label: v.pipe(v.string(), v.minLength(1)),
  path,
  icon: v.pipe(v.string(), v.regex(/^[Mm][\d\sa-zA-Z.,-]*$/, 'must be SVG path data')),
  order: v.number(),
});

/**
 * What a remote tells the shell about itself before any of its code is loaded: `apps/<name>/remote.json`.
 * `access: "anonymous"` is the sign-in slot, `"customer"` a remote for signed-in customers.
 */
export const descriptorSchema = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes')),
  title: v.pipe(v.string(), v.minLength(1)),
  access: v.picklist(['anonymous', 'customer']),
  routes: v.pipe(v.array(path), v.minLength(1)),
  navigation: v.array(navigationEntrySchema),
  requires: v.strictObject({ shell: v.string() }),
});

export type Descriptor = v.InferOutput<typeof descriptorSchema>;
export type NavigationEntry = v.InferOutput<typeof navigationEntrySchema>;
