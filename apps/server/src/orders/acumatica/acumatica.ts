import * as v from 'valibot';
import { normalizeTimestamp, unwrap, withoutInvisible } from '@portal/api/wire';
import { createClient, RefusedError, type ClientOptions } from './client';
import type { Mapping } from './mapping';

/** How many changes one request reads. */
const PAGE = 500;
/** A transaction of the ERP can end after later ones have been read. Repeated changes cost nothing. */
const OVERLAP_MS = 10 * 60_000;
const SHORTEST_WINDOW_MS = 1000;
/** Orders that change meanwhile move others to earlier pages of the same second. */
const PAGE_OVERLAP = 20;
/** Keeps addresses shorter than the 2,048 characters that IIS takes. */
const BATCH = 20;

/** A change that Acumatica reports: `id` is the key of an order, or the record whose events changed. */
export interface Change {
  id: string;
  modified: Date;
}

/** An order of Acumatica. Its fields are those of an import, which checks them. */
export interface ErpOrder {
  key: string;
  /** What `events` finds its events by. */
  record: string;
  modified: Date;
  /** The customer's contact, as Acumatica has it; without one, customers do not see the order. */
  contact: { email?: string | undefined; phone?: string | undefined; name?: string | undefined };
  fields: { ServiceOrderNbr: string } & Record<string, unknown>;
}

/** An event of an order, with the fields of an import. */
export type ErpEvent = Record<string, unknown>;

/** Where a walk is: from when, up to when (absent: everything newer), and how many of a crowded second it has. */
const positionSchema = v.object({
  from: v.number(),
  width: v.optional(v.number()),
  skip: v.optional(v.number(), 0),
});

type Position = v.InferOutput<typeof positionSchema>;

const recordSchema = v.record(v.string(), v.unknown());
type Entity = v.InferOutput<typeof recordSchema>;
const listSchema = v.array(recordSchema);

/** A field, also of a linked entity: `Contact/Email`. */
const fieldOf = (entity: Entity, field: string): unknown =>
  field.split('/').reduce<unknown>((at, name) => (v.is(recordSchema, at) ? at[name] : undefined), entity);

/** A field as text without the padding of keys; undefined when empty. */
const textOf = (entity: Entity, field: string): string | undefined => {
  const text = unwrap(fieldOf(entity, field));
  return ['string', 'number', 'boolean'].includes(typeof text) ? String(text).trim() || undefined : undefined;
};

const momentOf = (entity: Entity, field: string): Date =>
  new Date(normalizeTimestamp(textOf(entity, field)) ?? 0);

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const moment = (ms: number) => `datetimeoffset'${new Date(ms).toISOString()}'`;
const anyOf = (field: string, values: Iterable<string>, type = '') =>
  `(${[...new Set(values)].map((value) => `${field} eq ${type}${quote(value)}`).join(' or ')})`;

/** Reads service orders and their activities from Acumatica's contract-based REST API. It never writes. */
export const createAcumatica = ({ mapping, ...options }: ClientOptions & { mapping: Mapping }) => {
  const { settings, now = Date.now } = options;
  const { order, event, statuses, rows } = mapping;
  const client = createClient(options);
  const { url, endpoint, tenant, clientId, filter, maxAgeDays } = settings;
  const entities = `/entity/${endpoint}`;
  const pathOf = (path: string, fields: readonly string[], options: Record<string, string> = {}) => {
    const linked = fields.flatMap((field) => (field.includes('/') ? [field.replace(/\/.*/, '')] : []));
    const query = {
      ...options,
      select: [...new Set(fields.filter((field) => field !== 'id'))].join(','),
      ...(linked.length > 0 && { expand: [...new Set(linked)].join(',') }),
    };
    const parts = Object.entries(query).map(([name, value]) => `$${name}=${encodeURIComponent(value)}`);
    return `${entities}/${path}?${parts.join('&')}`;
  };

  const readList = (
    entity: string,
    fields: readonly string[],
    conditions: readonly string[],
    page: Record<string, string> = {},
  ): Promise<Entity[]> =>
    client.get(pathOf(entity, fields, { filter: conditions.join(' and '), ...page }), listSchema);

  /** Reads whole records, or first their keys and then each. @param pathTo the path of a record, from its keys */
  const readAll = async (
    entity: string,
    keys: readonly string[],
    others: readonly string[],
    conditions: readonly string[],
    pathTo: (keys: Entity) => string | undefined,
  ): Promise<Entity[]> => {
    const fields = [...keys, ...others];
    try {
      return await readList(entity, fields, conditions);
    } catch (error) {
      // Acumatica cannot read some fields of many records at once.
      const isNotOptimized = error instanceof RefusedError && /optimization cannot be/i.test(error.reason);
      if (!isNotOptimized) throw error;
    }
    const records: Entity[] = [];
    for (const found of await readList(entity, keys, conditions)) {
      const path = pathTo(found);
      if (path !== undefined) records.push(await client.get(pathOf(path, fields), recordSchema));
    }
    return records;
  };

  /** The operator's choice of orders. */
  const scope = (): string[] => [
    ...(filter ? [`(${filter})`] : []),
    ...(maxAgeDays ? [`${order.date} ge ${moment(now() - maxAgeDays * 86_400_000)}`] : []),
  ];

  const keyOf = (entity: Entity) =>
    `${textOf(entity, order.type) ?? ''}/${textOf(entity, order.number) ?? ''}`;

  const readWindow = async (
    part: 'orders' | 'events',
    { from, width, skip }: Position,
  ): Promise<Change[]> => {
    const isOrders = part === 'orders';
    const { modified } = isOrders ? order : event;
    const found = await readList(
      isOrders ? 'ServiceOrder' : 'Activity',
      [...(isOrders ? [order.type, order.number] : [event.record]), modified],
      [
        `${modified} ge ${moment(from)}`,
        ...(width === undefined ? [] : [`${modified} lt ${moment(from + width)}`]),
        ...(isOrders ? scope() : []),
      ],
      { top: String(PAGE + 1), ...(skip > 0 && { skip: String(skip) }) },
    );
    return found.map((entity) => ({
      id: isOrders ? keyOf(entity) : (textOf(entity, event.record) ?? ''),
      modified: momentOf(entity, modified),
    }));
  };

  /**
   * Acumatica neither sorts nor counts. A window of time with few enough changes is read whole, and the next one is wider
   * if these were few; one with too many is halved. Only a single second with too many, such as after a mass update, is
   * read in pages.
   * @returns a page of changes since a moment, or from the position that the page before returned
   */
  const changesSince = async (
    part: 'orders' | 'events',
    since: Date,
    position?: object,
  ): Promise<{ changes: Change[]; position: object; isLast: boolean }> => {
    let at: Position = position
      ? v.parse(positionSchema, position)
      : { from: since.getTime() - OVERLAP_MS, skip: 0 };
    for (;;) {
      const changes = await readWindow(part, at);
      const { from, skip, width = Math.max(now() - from, 2 * SHORTEST_WINDOW_MS) } = at;
      const isWhole = changes.length <= PAGE;
      if (isWhole && at.width === undefined) {
        const newest = Math.max(from, ...changes.map(({ modified }) => modified.getTime() - OVERLAP_MS));
        return { changes, position: { from: Math.min(newest, now() - OVERLAP_MS) }, isLast: true };
      }
      if (isWhole) {
        const [next, wider] = [from + width, changes.length < PAGE / 2 ? width * 2 : width];
        const isOpen = next + wider >= now();
        return { changes, position: { from: next, ...(!isOpen && { width: wider }) }, isLast: false };
      }
      if (width <= SHORTEST_WINDOW_MS)
        return { changes, position: { from, width, skip: skip + PAGE - PAGE_OVERLAP }, isLast: false };
      at = { from, width: Math.max(SHORTEST_WINDOW_MS, Math.floor(width / 2)), skip: 0 };
    }
  };

  const orderOf = (entity: Entity): ErpOrder => {
    const status = textOf(entity, order.status);
    const shown = status !== undefined && Object.hasOwn(statuses, status) ? statuses[status] : status;
    /** An order that customers do not see is nobody's. */
    const contactIn = (field: string) => (shown === null ? undefined : textOf(entity, field));
    const details = rows.flatMap(({ label, field }) => {
      const value = textOf(entity, field);
      return value === undefined ? [] : [{ label, value }];
    });
    return {
      key: keyOf(entity),
      record: textOf(entity, order.record) ?? '',
      modified: momentOf(entity, order.modified),
      contact: { email: contactIn(order.email), phone: contactIn(order.phone), name: contactIn(order.name) },
      fields: {
        ServiceOrderNbr: withoutInvisible(textOf(entity, order.number) ?? ''),
        Description: textOf(entity, order.description),
        Status: shown ?? undefined,
        Date: textOf(entity, order.date),
        LastModifiedDateTime: textOf(entity, order.modified),
        ...(details.length > 0 && { details }),
      },
    };
  };

  /** The orders with these keys that customers may see: a missing one disappears from the portal. */
  const orders = async (keys: readonly string[]): Promise<ErpOrder[]> => {
    const { type, number, modified, record, ...fields } = order;
    const types = keys.map((key) => key.replace(/\/.*/, ''));
    const numbers = keys.map((key) => key.replace(/^.*?\//, ''));
    const found = await readAll(
      'ServiceOrder',
      [type, number, modified, record],
      [...Object.values(fields), ...rows.map(({ field }) => field)],
      [anyOf(type, types), anyOf(number, numbers), ...scope()],
      (entity) => `ServiceOrder/${keyOf(entity).split('/').map(encodeURIComponent).join('/')}`,
    );
    return found.map(orderOf).filter(({ key }) => keys.includes(key));
  };

  /** Only an activity that says that it is not internal is for customers. */
  const isPublic = (entity: Entity) => textOf(entity, event.internal) === 'false';

  /** The events of these records that customers may see. */
  const events = async (records: readonly string[]): Promise<Map<string, ErpEvent[]>> => {
    const byRecord = new Map<string, ErpEvent[]>();
    if (records.length === 0) return byRecord;
    const { id, record, internal, modified: _, ...fields } = event;
    const found = await readAll(
      'Activity',
      [id, record, internal],
      Object.values(fields),
      [anyOf(record, records, 'guid')],
      (entity) => (isPublic(entity) ? `Activity/${textOf(entity, id) ?? ''}` : undefined),
    );
    for (const entity of found.filter(isPublic)) {
      const owner = textOf(entity, record) ?? '';
      const entry = Object.entries(fields).map(([name, field]) => [name, textOf(entity, field)] as const);
      byRecord.set(owner, [...(byRecord.get(owner) ?? []), Object.fromEntries(entry)]);
    }
    return byRecord;
  };

  /** The fields of the mapping that the endpoint lacks, each with what to do. */
  const lackingIn = async (entity: string, used: Record<string, string>): Promise<string[]> => {
    const schema = await client.get(`${entities}/${entity}/$adHocSchema`, recordSchema);
    return Object.entries(used)
      .filter(([, field]) => field !== 'id' && fieldOf(schema, field) === undefined)
      .map(
        ([name, field]) =>
          `${entity} of the endpoint ${endpoint} has no field ${field} (${name}). Extend the endpoint by it and set ACUMATICA_ENDPOINT, or name another field in ACUMATICA_MAPPING.`,
      );
  };

  return {
    /** The settings that decide how orders look: when they change, all are read again. */
    fingerprint: JSON.stringify([url, endpoint, tenant, clientId, filter, maxAgeDays, mapping]),
    /** How many keys one call of `orders` takes. */
    batchSize: BATCH,
    changesSince,
    orders,
    events,
    /** Finds wrong settings. Each sentence says what to do. */
    check: async () => [
      ...(await lackingIn('ServiceOrder', {
        ...order,
        ...Object.fromEntries(rows.map(({ label, field }) => [`row "${label}"`, field])),
      })),
      ...(await lackingIn('Activity', event)),
    ],
    close: client.signOut,
  };
};

export type Acumatica = ReturnType<typeof createAcumatica>;
