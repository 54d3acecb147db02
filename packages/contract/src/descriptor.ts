import * as v from 'valibot';

/**
 * A path as react-router reads it, in one spelling only: two slashes are one to it, and a `*` at the end of a word is
 * a wildcard, so that one remote could take another's addresses unnoticed. To a browser, `//word` is another host.
 */
const path = v.pipe(
  v.string(),
  v.regex(
    /^(?=\/)(?:\/:?[\w-]+)*(?:\/\*?)?$/,
    'must be a path that starts with "/", such as /order/:id or /archive/*',
  ),
);

/** The name of a remote: of its folder, of its part in addresses, and of a key in the registry. */
export const remoteNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes'),
  v.maxLength(64, 'must have at most 64 characters'),
  // Keys of these names are dropped from what is parsed: they are properties of every object.
  v.notValues(['constructor', 'prototype'], 'must be no word of JavaScript itself'),
);

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
  name: remoteNameSchema,
  title: v.pipe(v.string(), v.minLength(1)),
  access: v.picklist(['anonymous', 'customer']),
  routes: v.pipe(v.array(path), v.minLength(1)),
  navigation: v.array(navigationEntrySchema),
  requires: v.strictObject({ shell: v.string() }),
});

export type Descriptor = v.InferOutput<typeof descriptorSchema>;
export type NavigationEntry = v.InferOutput<typeof navigationEntrySchema>;
