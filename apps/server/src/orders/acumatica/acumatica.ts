import * as v from 'valibot';
import { normalizeTimestamp, unwrap, withoutInvisible } from '@portal/api/wire';
import type { OrderRecord } from '../records/order-record';
import type { SentAnswer } from '../order-source';
import { createClient, RefusedError, type ClientOptions } from './client';
import type { Mapping } from './mapping';
import { PAGE, readPage, type Change, type Position } from './walk';

/** Keeps addresses shorter than the 2,048 characters that IIS takes. */
const BATCH = 20;

/** The fields of an order in an import, which checks them: each, so that none is left out. */
type Fields = Record<Exclude<keyof OrderRecord, 'events' | 'details'>, string | undefined>;

/** An order of Acumatica. */
export interface ErpOrder {
  key: string;
  /** What `events` finds its events by. */
  record: string;
  modified: Date;
  /** The customer's contact, as Acumatica has it; without one, customers do not see the order. */
  contact: { email?: string | undefined; phone?: string | undefined; name?: string | undefined };
  fields: Fields & { ServiceOrderNbr: string; details?: object[] };
}

/** What a customer wrote about an order; `reference` is the id of its activity, null while that is not known. */
export interface WrittenAnswer {
  id: string;
  reference: string | null;
}

/** An event of an order, with the fields of an import. */
export type ErpEvent = Record<string, unknown>;

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

/** Names an answer of a customer in its activity, so that it is found when the response to writing it was lost. */
const markOf = (answer: string) => `[portal answer ${answer}]`;

/** Order types have numbers of their own. */
const keyOf = (entity: Entity, { type, number }: Mapping['order']) =>
  `${textOf(entity, type) ?? ''}/${textOf(entity, number) ?? ''}`;

/** An order as its import has it, by the operator's mapping. */
const orderOf = (entity: Entity, { order, statuses, rows }: Mapping): ErpOrder => {
  const status = textOf(entity, order.status);
  const shown = status !== undefined && Object.hasOwn(statuses, status) ? statuses[status] : status;
  /** An order that customers do not see is nobody's. */
  const contactIn = (field: string) => (shown === null ? undefined : textOf(entity, field));
  const details = rows.flatMap(({ label, field }) => {
    const value = textOf(entity, field);
    return value === undefined ? [] : [{ label, value }];
  });
  return {
    key: keyOf(entity, order),
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

/** Reads service orders and their activities from Acumatica's contract-based REST API, and writes activities. */
export const createAcumatica = ({ mapping, ...options }: ClientOptions & { mapping: Mapping }) => {
  const { settings, now = Date.now } = options;
  const { order, event, answer, rows } = mapping;
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
      id: isOrders ? keyOf(entity, order) : (textOf(entity, event.record) ?? ''),
      modified: momentOf(entity, modified),
    }));
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
      (entity) => `ServiceOrder/${keyOf(entity, order).split('/').map(encodeURIComponent).join('/')}`,
    );
    return found.map((entity) => orderOf(entity, mapping)).filter(({ key }) => keys.includes(key));
  };

  /** Only an activity that says that it is not internal is for customers. */
  const isPublic = (entity: Entity) => textOf(entity, event.internal) === 'false';

  const readActivities = (
    records: readonly string[],
    fields: readonly string[],
    isWanted: (entity: Entity) => boolean = () => true,
  ) => {
    const { id, record, internal } = event;
    return readAll('Activity', [id, record, internal], fields, [anyOf(record, records, 'guid')], (entity) =>
      isWanted(entity) ? `Activity/${textOf(entity, id) ?? ''}` : undefined,
    );
  };

  const isMarked = (entity: Entity, id: string) => textOf(entity, event.body)?.includes(markOf(id)) === true;

  /** Whether the portal wrote an activity. Replies quote its mark: it counts only until the activity is known. */
  const isAnswer = (entity: Entity, answers: readonly WrittenAnswer[]) =>
    answers.some(({ id, reference }) =>
      reference === null ? isMarked(entity, id) : textOf(entity, event.id) === reference,
    );

  /**
   * The events of these records that customers may see.
   * @param answers what customers wrote about them: the portal shows it already
   */
  const events = async (
    records: readonly string[],
    answers: readonly WrittenAnswer[] = [],
  ): Promise<Map<string, ErpEvent[]>> => {
    const byRecord = new Map<string, ErpEvent[]>();
    if (records.length === 0) return byRecord;
    const { id: _id, record, internal: _internal, modified: _, ...fields } = event;
    const found = await readActivities(records, Object.values(fields), isPublic);
    for (const entity of found.filter((one) => isPublic(one) && !isAnswer(one, answers))) {
      const owner = textOf(entity, record) ?? '';
      const entry = Object.entries(fields).map(([name, field]) => [name, textOf(entity, field)] as const);
      byRecord.set(owner, [...(byRecord.get(owner) ?? []), Object.fromEntries(entry)]);
    }
    return byRecord;
  };

  /** Writes what a customer answered as an activity of a record, unless an earlier attempt did. @returns its id */
  const addAnswer = async (
    record: string,
    { id, summary, body, isRepeated }: SentAnswer,
  ): Promise<string> => {
    const found = isRepeated ? await readActivities([record], [event.body]) : [];
    const fields = {
      ...answer,
      [event.record]: record,
      [event.internal]: false,
      [event.summary]: summary,
      [event.body]: `${body}<p>${markOf(id)}</p>`,
    };
    const given = Object.entries(fields).map(([name, value]) => [name, { value }] as const);
    const written =
      found.find((entity) => isMarked(entity, id)) ??
      (await client.put(`${entities}/Activity`, Object.fromEntries(given), recordSchema));
    return textOf(written, event.id) ?? textOf(written, 'id') ?? '';
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
    fingerprint: JSON.stringify([
      ...[url, endpoint, tenant, clientId, filter, maxAgeDays],
      { ...mapping, answer: undefined },
    ]),
    /** How many keys one call of `orders` takes. */
    batchSize: BATCH,
    /** @returns a page of changes since a moment, or from the position that the page before returned */
    changesSince: (part: 'orders' | 'events', since: Date, position?: object) =>
      readPage((window) => readWindow(part, window), now, since, position),
    orders,
    events,
    addAnswer,
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
