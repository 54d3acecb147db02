import { normalizeTimestamp, unwrap } from '@portal/api/wire';
import * as v from 'valibot';

export const entitySchema = v.record(v.string(), v.unknown());

/** A record of Acumatica, whose fields may be wrapped, padded, or absent. */
export type Entity = v.InferOutput<typeof entitySchema>;

export const listSchema = v.array(entitySchema);

/** A field, also of a linked entity (`Contact/Email`), or of the first in a list of details. */
export const fieldOf = (entity: Entity, field: string): unknown =>
  field.split('/').reduce<unknown>((at, name) => {
    const one: unknown = Array.isArray(at) ? at[0] : at;
    return v.is(entitySchema, one) ? one[name] : undefined;
  }, entity);

/** A text without what no database stores. */
export const storable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '');

/** A field as text without the padding of keys; undefined when empty. */
export const textOf = (entity: Entity, field: string): string | undefined => {
  const text = unwrap(fieldOf(entity, field));
  if (!['string', 'number', 'boolean'].includes(typeof text)) return undefined;
  return storable(String(text)).trim() || undefined;
};

/** The id of a record, which fields may spell in capitals. */
export const recordIn = (entity: Entity, field: string): string =>
  (textOf(entity, field) ?? '').toLowerCase();

/** Longer than names are. */
const LONGEST_NAME = 200;

export const nameIn = (entity: Entity, field: string): string | undefined =>
  storable(textOf(entity, field)?.slice(0, LONGEST_NAME) ?? '') || undefined;

/** A field of all details in a list: `Staff/StaffMember`. */
export const textsOf = (entity: Entity, field: string): string[] => {
  const [name = '', inner = ''] = field.split('/');
  const details = v.safeParse(listSchema, entity[name]);
  const all = details.success ? details.output.map((one) => textOf(one, inner)) : [textOf(entity, field)];
  return all.filter((text) => text !== undefined);
};

export const momentOf = (entity: Entity, field: string): Date =>
  new Date(normalizeTimestamp(textOf(entity, field)) ?? 0);
