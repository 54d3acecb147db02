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

/** A place for widgets of other remotes: its owner, its name there, and a number that counts changes of its props. */
const slotIdSchema = v.pipe(
  v.string(),
  v.regex(
    /^[a-z][a-z0-9-]*\/[a-z][a-z0-9.-]*@[1-9]\d*$/,
    'must be owner/place@version, such as orders/order-detail.aside@1',
  ),
);

const nameSchema = v.pipe(
  v.string(),
  v.regex(/^[a-z][\w.-]*$/i, 'must be a name: letters, digits, dots, dashes'),
);

/** A slot that a remote offers, and the type of each prop that its widgets get. */
const slotSchema = v.strictObject({
  id: slotIdSchema,
  props: v.record(nameSchema, v.picklist(['string', 'number', 'boolean'])),
});

/** Something that a remote shows in a slot of another. */
const widgetSchema = v.strictObject({
  /** Its key among the `widgets` of the remote's module. */
  name: nameSchema,
  slot: slotIdSchema,
  /** The height in px that is reserved for it, so that nothing shifts. */
  height: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2000)),
  /** Its place among the widgets of a slot, lowest first; 1000 if absent. */
  order: v.optional(v.number()),
  /** It appears only where the slot's props have these values: `{ "kind": "done" }`. */
  when: v.optional(v.record(nameSchema, v.string())),
});

/** A remote's widgets in the page. Unknown fields are ignored: the server can be newer. */
export const shownWidgetsSchema = v.fallback(v.array(v.object(widgetSchema.entries)), []);

const settingValueSchema = v.union([v.string(), v.number(), v.boolean()]);

/** What makes a remote more than its pages. Each part is absent in most remotes. */
const sliceEntries = {
  /** Whether it calls a back end of its own, at `/api/<name>/`. */
  api: v.optional(v.boolean()),
  slots: v.optional(v.array(slotSchema)),
  widgets: v.optional(v.array(widgetSchema)),
  /** Its pages that other remotes link to: a path of its routes by name. */
  links: v.optional(v.record(nameSchema, path)),
  /** Its settings and flags with their defaults. The operator can set other values of the same type. */
  settings: v.optional(v.record(nameSchema, settingValueSchema)),
};

const pageEntries = {
  name: remoteNameSchema,
  title: v.pipe(v.string(), v.minLength(1)),
  access: v.picklist(['anonymous', 'customer']),
  routes: v.pipe(v.array(path), v.minLength(1)),
  navigation: v.array(navigationEntrySchema),
};

/** The descriptor as every shell since 1.0 accepts it in the registry: without the parts of a slice. */
export const pageDescriptorSchema = v.strictObject({
  ...pageEntries,
  requires: v.strictObject({ shell: v.string() }),
});

/** The descriptor of a remote, `remote.json`. `access: "anonymous"` is the sign-in. */
export const descriptorSchema = v.strictObject({ ...pageDescriptorSchema.entries, ...sliceEntries });

/** The part of a descriptor that drawer, routing, slots and links need. Unknown fields are ignored. */
export const remoteSummarySchema = v.object({
  ...pageEntries,
  links: sliceEntries.links,
  /** The code that shows them parses them: most pages have none. */
  widgets: v.optional(v.unknown()),
});

/** A remote's settings, with the operator's values. */
export const settingsSchema = v.record(v.string(), settingValueSchema);

export type RemoteSummary = v.InferOutput<typeof remoteSummarySchema>;
export type Descriptor = v.InferOutput<typeof descriptorSchema>;
export type NavigationEntry = v.InferOutput<typeof navigationEntrySchema>;
export type Widget = v.InferOutput<typeof widgetSchema>;
export type Settings = v.InferOutput<typeof settingsSchema>;
