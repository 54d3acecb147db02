import * as v from 'valibot';

/**
 * A react-router path in one canonical spelling. react-router would also read two slashes as one, and a trailing `*` of
 * a word as a wildcard, so one remote could take another's paths unnoticed. To a browser, `//word` is another host.
 */
const path = v.pipe(
  v.string(),
  v.regex(
    /^(?=\/)(?:\/:?[\w-]+)*(?:\/\*?)?$/,
    'must be a path that starts with "/", such as /order/:id or /archive/*',
  ),
);

/** The name of a remote: its folder, a segment of its URLs, and its key in the registry. */
export const remoteNameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes'),
  v.maxLength(64, 'must have at most 64 characters'),
  // valibot drops keys with these names because every object has them.
  v.notValues(['constructor', 'prototype'], 'must not be "constructor" or "prototype"'),
);

/** The file of a remote's descriptor, in the remote's folder. */
export const DESCRIPTOR_FILE = 'remote.json';

/** One entry of the drawer; `icon` is the path data of a 24 × 24 SVG, `order` sorts the entries of all remotes. */
const navigationEntrySchema = v.strictObject({
  label: v.pipe(v.string(), v.minLength(1)),
  path,
  icon: v.pipe(v.string(), v.regex(/^[Mm][\d\sa-zA-Z.,-]*$/, 'must be SVG path data')),
  order: v.number(),
});

/** The name of a slot's prop, of a widget, a link, or a setting. */
export const nameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][\w.-]*$/i, 'must be a name: letters, digits, dots, dashes'),
);

/** Its pages that other remotes link to: a path of its routes by name. */
export const linksSchema = v.record(nameSchema, path);

/** Where the badges of its drawer entries come from: a path of its back end, by the path of the entry. */
export const badgesSchema = v.record(path, path);

/** The value of one setting. */
export const settingValueSchema = v.union([v.string(), v.number(), v.boolean()]);

const pageEntries = {
  name: remoteNameSchema,
  title: v.pipe(v.string(), v.minLength(1)),
  access: v.picklist(['anonymous', 'customer']),
  routes: v.pipe(v.array(path), v.minLength(1)),
  navigation: v.array(navigationEntrySchema),
};

/** The descriptor in the registry: without the parts of a slice. */
export const pageDescriptorSchema = v.strictObject({
  ...pageEntries,
  requires: v.strictObject({ shell: v.string() }),
});

/** The part of a descriptor that drawer, routing, slots and links need. Unknown fields are ignored. */
export const remoteSummarySchema = v.object({
  ...pageEntries,
  links: v.optional(linksSchema),
  badges: v.optional(badgesSchema),
  /** The code that shows them parses them: most pages have none. */
  widgets: v.optional(v.unknown()),
});

/** A remote's settings, with the operator's values. */
export const settingsSchema = v.record(v.string(), settingValueSchema);

export type RemoteSummary = v.InferOutput<typeof remoteSummarySchema>;
export type NavigationEntry = v.InferOutput<typeof navigationEntrySchema>;
export type Settings = v.InferOutput<typeof settingsSchema>;
