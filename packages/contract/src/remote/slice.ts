import * as v from 'valibot';
import {
  badgesSchema,
  linksSchema,
  nameSchema,
  pageDescriptorSchema,
  settingValueSchema,
} from './descriptor';

/*
 * The whole descriptor. The shell reads only a page's parts (`descriptor.ts`) before it shows a widget, and needs no
 * other code for its first page.
 */

/** A place for widgets of other remotes: its owner, its name there, and a number that counts changes of its props. */
const slotIdSchema = v.pipe(
  v.string(),
  v.regex(
    /^[a-z][a-z0-9-]*\/[a-z][a-z0-9.-]*@[1-9]\d*$/,
    'must be owner/place@version, such as orders/order-detail.aside@1',
  ),
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

/** What makes a remote more than its pages. Each part is absent in most remotes. */
const sliceEntries = {
  slots: v.optional(v.array(slotSchema)),
  widgets: v.optional(v.array(widgetSchema)),
  links: v.optional(linksSchema),
  badges: v.optional(badgesSchema),
  /** Its settings and flags with their defaults. The operator can set other values of the same type. */
  settings: v.optional(v.record(nameSchema, settingValueSchema)),
  /** Whether it has a back end of its own, which the portal calls for it at `/api/<name>/`. */
  api: v.optional(v.boolean()),
};

/** The descriptor of a remote, `remote.json`. `access: "anonymous"` is the sign-in. */
export const descriptorSchema = v.strictObject({ ...pageDescriptorSchema.entries, ...sliceEntries });

export type Descriptor = v.InferOutput<typeof descriptorSchema>;
export type Widget = v.InferOutput<typeof widgetSchema>;
