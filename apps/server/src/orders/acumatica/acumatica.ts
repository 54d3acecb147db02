import * as v from 'valibot';
import { calendarDateOf, newestFirst, normalizeTimestamp, withoutInvisible } from '@portal/api/wire';
import { MAX_EVENTS, type OrderRecord } from '../records/order-record';
import type { SentAnswer } from '../order-source';
import { createClient, type ClientOptions } from './client';
import { contactOf, type ErpContact } from './contacts';
import { entitySchema, fieldOf, listSchema, momentOf, nameIn, recordIn, textOf, type Entity } from './entity';
import { FILES, filesIn, withPictures, type ErpFile } from './erp-files';
import { fileUrl } from './file-routes';
import { wordFor, type Mapping } from './mapping';
import { OversizedError, RefusedError } from './send';
import { visitOf } from './visits';
import { PAGE, sinceOf, startAt, withChanges } from './walk';
import { fromZone, UTC, type Zone } from './zone';

/** A contact that is deleted while all are read moves the next page by one. */
const CONTACTS_OVERLAP = 50;

/** Keeps addresses shorter than the 2,048 characters that IIS takes. */
const BATCH = 20;

/** The fields of an order in an import, which checks them: each, so that none is left out. */
type Fields = Record<Exclude<keyof OrderRecord, 'events' | 'details'>, string | undefined>;

/** What a customer wrote about an order; `reference` is the id of its activity, null while that is not known. */
export interface WrittenAnswer {
  id: string;
  reference: string | null;
}

/** What names an order: its key, and what its activities refer to. */
export type NamedOrder = Pick<ErpOrder, 'key' | 'record'>;

export type ErpEvent = Record<string, string | undefined>;

/** A change that Acumatica reports: of an order, by its key. */
export interface Change {
  id: string;
  modified: Date;
}

/** What is an event of an order: an activity, or an appointment. */
export interface Activity extends Change {
  kind: 'event' | 'visit';
  /** The record that it is at; of an appointment in a list of changes, only the key of its order is known. */
  record?: string | undefined;
  order?: string;
  /** Whether its text is too long to be read; absent: it was not read. */
  isCut?: boolean;
}

const pageSchema = v.object({ since: v.number(), after: v.optional(v.string()), skip: v.number() });
type Page = v.InferOutput<typeof pageSchema>;

/** Where a walk is: how far the changes are known, and the page to read next. */
const positionSchema = v.object({
  known: v.optional(v.object({ newest: v.number(), foundAt: v.number() })),
  page: v.optional(pageSchema),
});

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const moment = (ms: number) => `datetimeoffset'${new Date(ms).toISOString()}'`;
const anyOf = (field: string, values: Iterable<string>, type = '') =>
  `(${[...new Set(values)].map((value) => `${field} eq ${type}${quote(value)}`).join(' or ')})`;

/** Lists that join other tables can have a record twice. */
const distinct = (records: readonly Entity[], keys: readonly string[]): Entity[] => {
  const keysOf = (record: Entity) => JSON.stringify(keys.map((key) => textOf(record, key)));
  return [...new Map(records.map((record) => [keysOf(record), record])).values()];
};

/** Names an answer of a customer in its activity, so that it is found when the response to writing it was lost. */
const markOf = (answer: string) => `[portal answer ${answer}]`;

/** All that `markOf` returns. */
const MARKS = /\[portal answer ([\da-f-]{36})\]/gi;

/** Order types have numbers of their own. */
const keyOf = (entity: Entity, { type, number }: Pick<Mapping['order'], 'type' | 'number'>) =>
  `${textOf(entity, type) ?? ''}/${textOf(entity, number) ?? ''}`;

const partsOf = (key: string) => [key.replace(/\/.*/, ''), key.replace(/^.*?\//, '')] as const;

/** The number of an order, as customers know it. */
const orderNbrOf = (key: string) => withoutInvisible(partsOf(key)[1]);

/** Of an order, by which contacts of a location see it. */
const LOCATION = 'Location';

/** An order as its import has it, by the operator's mapping. */
const orderOf = (entity: Entity, { order, statuses, rows }: Mapping, zone: Zone, now: number) => {
  const shown = wordFor(textOf(entity, order.status), statuses);
  /** An order that customers do not see is nobody's. */
  const contactIn = (field: string) => (shown === null ? undefined : textOf(entity, field));
  const details = rows.flatMap(({ label, field }) => {
    const value = textOf(entity, field);
    return value === undefined ? [] : [{ label, value }];
  });
  const [date, changed] = [textOf(entity, order.date), fromZone(textOf(entity, order.modified), zone)];
  /** One that has not come sorts an order before all others. */
  const isDatedAhead = Date.parse(normalizeTimestamp(changed) ?? '') > now;
  return {
    key: keyOf(entity, order),
    /** What `events` finds its events by. */
    record: recordIn(entity, order.record),
    modified: momentOf(entity, order.modified),
    /** The customer's contact, as Acumatica has it; without one, customers do not see the order. */
    contact: {
      email: contactIn(order.email),
      phone: contactIn(order.phone),
      name: shown === null ? undefined : nameIn(entity, order.name),
    },
    /** Whether its status is one that customers do not see. */
    isHidden: shown === null,
    account: textOf(entity, order.account) ?? null,
    location: textOf(entity, LOCATION) ?? null,
    fields: {
      ServiceOrderNbr: orderNbrOf(keyOf(entity, order)),
      Description: textOf(entity, order.description),
      Status: shown ?? undefined,
      Date: fromZone(date, calendarDateOf(date ?? '') === undefined ? zone : UTC),
      LastModifiedDateTime: isDatedAhead ? new Date(now).toISOString() : changed,
      ...(details.length > 0 && { details }),
    } satisfies Fields & { details?: object[] },
    files: filesIn(entity),
  };
};

export type ErpOrder = ReturnType<typeof orderOf>;

/** Reads service orders and their activities from Acumatica's contract-based REST API, and writes activities. */
export const createAcumatica = ({
  mapping,
  baseUrl,
  ...options
}: ClientOptions & { mapping: Mapping; baseUrl: string }) => {
  const { settings } = options;
  const { order, event, visit, contact, answer, rows } = mapping;
  const client = createClient(options);
  const { url, endpoint, tenant, clientId, filter, maxAgeDays, timeZone, files: shared } = settings;
  const entities = `/entity/${endpoint}`;
  const pathOf = (path: string, fields: readonly string[], options: Record<string, string> = {}) => {
    const linked = fields.flatMap((field) =>
      field.includes('/') || field === FILES ? [field.replace(/\/.*/, '')] : [],
    );
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
    client.get(
      pathOf(entity, fields, { ...(conditions.length > 0 && { filter: conditions.join(' and ') }), ...page }),
      listSchema,
    );

  const cut = new WeakSet<Entity>();

  /** Reads a record; a long text that is too long, without it. */
  const readOne = async (path: string, fields: readonly string[]): Promise<Entity> => {
    try {
      return await client.get(pathOf(path, fields), entitySchema);
    } catch (error) {
      if (!(error instanceof OversizedError)) throw error;
      const others = fields.filter((field) => field !== event.body);
      const record = await client.get(pathOf(path, others), entitySchema);
      cut.add(record);
      return record;
    }
  };

  /**
   * Reads whole records, or first their keys and then each. @param pathTo the path of a record, from its keys
   * @param isOfOne whether all are of one order: those of several can be asked for apart if they are too large
   */
  const readAll = async (
    entity: string,
    keys: readonly string[],
    others: readonly string[],
    conditions: readonly string[],
    pathTo: (keys: Entity) => string | undefined,
    isOfOne = false,
  ): Promise<Entity[]> => {
    const fields = [...keys, ...others];
    try {
      return distinct(await readList(entity, fields, conditions), keys);
    } catch (error) {
      // Acumatica cannot read some fields of many records at once.
      const isNotOptimized = error instanceof RefusedError && /optimization cannot be/i.test(error.reason);
      if (!isNotOptimized && !(isOfOne && error instanceof OversizedError)) throw error;
    }
    const records: Entity[] = [];
    for (const found of distinct(await readList(entity, keys, conditions), keys)) {
      const path = pathTo(found);
      records.push(path === undefined ? found : await readOne(path, fields));
    }
    return records;
  };

  const scope = (): string[] => [
    ...(filter ? [`(${filter})`] : []),
    ...(maxAgeDays ? [`${order.date} ge ${moment(client.erpNow() - maxAgeDays * 86_400_000)}`] : []),
  ];

  /** A page of what changed, or of all. @param modified the field that says when */
  const readPage = (
    entity: string,
    fields: readonly string[],
    modified: string,
    { since, skip }: Pick<Page, 'since' | 'skip'>,
    conditions: readonly string[] = [],
  ): Promise<Entity[]> =>
    readList(entity, fields, [...(since > 0 ? [`${modified} ge ${moment(since)}`] : []), ...conditions], {
      top: String(PAGE),
      ...(skip > 0 && { skip: String(skip) }),
    });

  /** In the order of their keys. */
  const readOrders = async ({ since, after }: Page): Promise<Change[]> => {
    const { type, number, modified } = order;
    const [lastType = '', lastNumber = ''] = after === undefined ? [] : partsOf(after).map(quote);
    const later = `(${type} gt ${lastType} or (${type} eq ${lastType} and ${number} gt ${lastNumber}))`;
    const conditions = [...(after === undefined ? [] : [later]), ...scope()];
    const keys = [type, number, modified];
    const found = await readPage('ServiceOrder', keys, modified, { since, skip: 0 }, conditions);
    return found.map((entity) => ({ id: keyOf(entity, order), modified: momentOf(entity, modified) }));
  };

  const activityOf = (entity: Entity): Activity => ({
    id: textOf(entity, event.id) ?? '',
    kind: 'event',
    record: recordIn(entity, event.record),
    modified: momentOf(entity, event.modified),
  });

  const readEvents = async (page: Page): Promise<Activity[]> => {
    const { id, record, modified } = event;
    return (await readPage('Activity', [id, record, modified], modified, page)).map(activityOf);
  };

  /** The fields of an appointment that say what it is. */
  const visitKeys = visit && ['id', visit.type, visit.number, visit.order, visit.modified];

  const appointmentOf = (entity: Entity, { type, order: number, modified }: NonNullable<typeof visit>) => ({
    id: textOf(entity, 'id') ?? '',
    kind: 'visit' as const,
    order: keyOf(entity, { type, number }),
    modified: momentOf(entity, modified),
  });

  const readVisitChanges = async (page: Page): Promise<Activity[]> => {
    if (!visit || !visitKeys) return [];
    const found = await readPage('Appointment', visitKeys, visit.modified, page);
    return found.map((entity) => appointmentOf(entity, visit));
  };

  const readContacts = async (page: Page): Promise<ErpContact[]> => {
    if (!contact) return [];
    const { entity, fields, only } = contact;
    const named = [...Object.values(fields).filter((field) => field !== undefined), ...Object.keys(only)];
    const found = await readPage(entity, named, fields.modified, page);
    return found.map((one) => contactOf(one, contact));
  };

  /**
   * Walks through what changed, or through all, in pages. Nothing depends on the portal's clock, or on the zone of the times.
   * @param overlap how much of a page the next one has again
   */
  const walkBy =
    <Item extends Change>(read: (page: Page) => Promise<Item[]>, { isOfAll = false, overlap = 0 } = {}) =>
    /** @param position that the page before returned */
    async (position: object = {}) => {
      const erpNow = client.erpNow();
      const { known = startAt(erpNow), page: next } = v.parse(positionSchema, position);
      const page = next ?? { since: isOfAll ? 0 : sinceOf(known, erpNow), skip: 0 };
      const found = await read(page);
      const moments = found.map(({ modified }) => modified.getTime());
      const isLast = found.length < PAGE;
      return {
        found,
        since: page.since,
        isWhole: isLast && next === undefined,
        isLast,
        position: {
          // Of the pages before, more may have changed since.
          known: next ? known : withChanges(known, moments, erpNow),
          ...(!isLast && {
            page: { ...page, after: found.at(-1)?.id, skip: page.skip + found.length - overlap },
          }),
        },
      };
    };

  /** The condition that a record is of one of these orders, or of others with their types and numbers. */
  const ofOrders = (keys: readonly string[], type: string, number: string) => {
    const parts = keys.map(partsOf);
    const [types, numbers] = [parts.map(([one]) => one), parts.map(([, one]) => one)];
    return [anyOf(type, types), anyOf(number, numbers)];
  };

  /** The orders with these keys that customers may see: a missing one disappears from the portal. */
  const orders = async (keys: readonly string[], zone: Zone) => {
    const { type, number, modified, record, ...fields } = order;
    const found = await readAll(
      'ServiceOrder',
      [type, number, modified, record],
      [
        ...Object.values(fields),
        ...rows.map(({ field }) => field),
        ...(shared === 'all' ? [FILES] : []),
        ...(contact?.sees === 'location' ? [LOCATION] : []),
      ],
      [...ofOrders(keys, type, number), ...scope()],
      (entity) => `ServiceOrder/${partsOf(keyOf(entity, order)).map(encodeURIComponent).join('/')}`,
    );
    const now = client.erpNow();
    return found.map((entity) => orderOf(entity, mapping, zone, now)).filter(({ key }) => keys.includes(key));
  };

  /** Only an activity that says that it is not internal is for customers. */
  const isPublic = (entity: Entity) => textOf(entity, event.internal) === 'false';

  const readActivities = (
    records: readonly string[],
    fields: readonly string[],
    isWanted: (entity: Entity) => boolean = () => true,
  ) => {
    const { id, record, internal, modified } = event;
    return readAll(
      'Activity',
      [id, record, internal, modified],
      fields,
      [anyOf(record, records, 'guid')],
      (entity) => (isWanted(entity) ? `Activity/${textOf(entity, id) ?? ''}` : undefined),
      records.length === 1,
    );
  };

  /**
   * Whether the portal wrote an activity, or it quotes somebody who was erased since. Replies quote the marks of others: these
   * count only until their activities are known.
   */
  const isAnswer = (entity: Entity, answers: readonly WrittenAnswer[]) => {
    const marked = [...(textOf(entity, event.body) ?? '').matchAll(MARKS)].map(([, id]) => id);
    return (
      answers.some(({ reference }) => reference === textOf(entity, event.id)) ||
      marked.some((id) => (answers.find((one) => one.id === id)?.reference ?? null) === null)
    );
  };

  /** The appointments of these orders, each with its visit if customers may see it. */
  const readVisits = async (orders: readonly NamedOrder[], zone?: Zone) => {
    if (!visit || !visitKeys || orders.length === 0) return [];
    const { statuses: _, type, number, order: orderNumber, modified: _modified, ...fields } = visit;
    const found = await readAll(
      'Appointment',
      visitKeys,
      zone ? Object.values(fields).filter((field) => field !== undefined) : [],
      ofOrders(
        orders.map(({ key }) => key),
        type,
        orderNumber,
      ),
      (entity) =>
        `Appointment/${[type, number].map((one) => encodeURIComponent(textOf(entity, one) ?? '')).join('/')}`,
    );
    return found.flatMap((entity) => {
      const { order: key, ...appointment } = appointmentOf(entity, visit);
      const record = orders.find((one) => one.key === key)?.record;
      const shown = zone && visitOf(entity, visit, zone);
      return record === undefined ? [] : [{ activity: { ...appointment, record }, record, shown }];
    });
  };

  const withFiles = (shown: ErpEvent, entity: Entity, orderNbr: string) => {
    if (shared === 'none') return { event: shown, files: [] };
    const { summary: about = '', created_at, body = '' } = shown;
    const at = normalizeTimestamp(created_at);
    const { note, files } = withPictures(body, (id) => fileUrl(baseUrl, orderNbr, id));
    return {
      event: { ...shown, body: note || undefined },
      files: [...filesIn(entity), ...files].map((file) => ({ ...file, about, at })),
    };
  };

  /**
   * The events of these orders that customers may see, the newest if an order has too many, and all activities.
   * @param answers what customers wrote about them: the portal shows it already
   */
  const events = async (orders: readonly NamedOrder[], answers: readonly WrittenAnswer[], zone: Zone) => {
    const byRecord = new Map<string, ErpEvent[]>();
    const files = new Map<string, ErpFile[]>();
    if (orders.length === 0) return { events: byRecord, files, activities: [] };
    const { id: _id, record, internal: _internal, modified: _, ...fields } = event;
    const records = orders.map((one) => one.record);
    const wanted = [...Object.values(fields), ...(shared === 'none' ? [] : [FILES])];
    const found = await readActivities(records, wanted, isPublic);
    const visits = await readVisits(orders, zone);
    const add = (owner: string, read: ErpEvent) =>
      byRecord.set(owner, [...(byRecord.get(owner) ?? []), read]);
    for (const entity of found.filter((one) => isPublic(one) && !isAnswer(one, answers))) {
      const owner = recordIn(entity, record);
      const entry = Object.entries(fields).map(([name, field]) => [name, textOf(entity, field)] as const);
      const read: ErpEvent = Object.fromEntries(entry);
      const shown = { ...read, created_at: fromZone(read['created_at'], zone) };
      const number = orderNbrOf(orders.find((one) => one.record === owner)?.key ?? '');
      const { event: pictured, files: own } = withFiles(shown, entity, number);
      add(owner, pictured);
      files.set(owner, [...(files.get(owner) ?? []), ...own]);
    }
    for (const { record: owner, shown } of visits) if (shown) add(owner, shown);
    for (const [owner, all] of byRecord)
      if (all.length > MAX_EVENTS)
        byRecord.set(owner, newestFirst(all, ({ created_at }) => created_at).slice(0, MAX_EVENTS));
    const activities: Activity[] = [
      ...found.map((entity) => ({ ...activityOf(entity), isCut: cut.has(entity) })),
      ...visits.map(({ activity }) => activity),
    ];
    return { events: byRecord, files, activities };
  };

  /** Writes what a customer answered as an activity of its record, unless an earlier attempt did. @returns its id */
  const addAnswer = async ({ id, record, summary, body, isRepeated }: SentAnswer): Promise<string> => {
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
      found.find((entity) => textOf(entity, event.body)?.includes(markOf(id))) ??
      (await client.put(`${entities}/Activity`, Object.fromEntries(given), entitySchema));
    return textOf(written, event.id) ?? textOf(written, 'id') ?? '';
  };

  /** The fields of the mapping that the endpoint lacks, each with what to do. */
  const lackingIn = async (entity: string, used: Record<string, string | undefined>): Promise<string[]> => {
    const schema = await client.get(`${entities}/${entity}/$adHocSchema`, entitySchema);
    return Object.entries(used)
      .filter(([, field]) => field !== undefined && field !== 'id' && fieldOf(schema, field) === undefined)
      .map(
        ([name, field]) =>
          `${entity} of the endpoint ${endpoint} has no field ${field} (${name}). Extend the endpoint by it and set ACUMATICA_ENDPOINT, or name another field in ACUMATICA_MAPPING.`,
      );
  };

  return {
    /** The settings that decide how orders look: when they change, all are read again. */
    fingerprint: JSON.stringify([
      ...[url, endpoint, tenant, clientId, filter, maxAgeDays, timeZone],
      { ...mapping, answer: undefined, files: shared === 'none' ? undefined : [shared, baseUrl] },
    ]),
    /** How many keys one call of `orders` takes. */
    batchSize: BATCH,
    now: client.erpNow,
    /** Each has its own position. */
    walks: {
      orders: walkBy(readOrders),
      pass: walkBy(readOrders, { isOfAll: true }),
      events: walkBy(readEvents),
      visits: walkBy(readVisitChanges),
      contacts: walkBy(readContacts, { overlap: CONTACTS_OVERLAP }),
      'all contacts': walkBy(readContacts, { isOfAll: true, overlap: CONTACTS_OVERLAP }),
    },
    orders,
    readsVisits: visit !== undefined,
    readsContacts: contact !== undefined,
    /** The activities or appointments of these orders. */
    activities: async (orders: readonly NamedOrder[], kind: Activity['kind']): Promise<Activity[]> => {
      if (kind === 'visit') return (await readVisits(orders)).map(({ activity }) => activity);
      const records = orders.map(({ record }) => record);
      return (await readActivities(records, [])).map(activityOf);
    },
    events,
    /** The content of a file. Pictures of notes are files, too, with the same ids. */
    readFile: (id: string) => client.getFile(`${entities}/files/${id}`),
    addAnswer,
    /** Finds wrong settings. Each sentence says what to do. */
    check: async () => [
      ...(await lackingIn('ServiceOrder', {
        ...order,
        ...Object.fromEntries(rows.map(({ label, field }) => [`row "${label}"`, field])),
      })),
      ...(await lackingIn('Activity', event)),
      ...(visit ? await lackingIn('Appointment', { ...visit, statuses: undefined }) : []),
      ...(contact
        ? await lackingIn(contact.entity, {
            ...contact.fields,
            ...Object.fromEntries(Object.keys(contact.only).map((field) => [`only ${field}`, field])),
          })
        : []),
    ],
    close: client.signOut,
  };
};

export type Acumatica = ReturnType<typeof createAcumatica>;

export type Walk = keyof Acumatica['walks'];

/** A page of a walk. */
export type WalkedPage<Item> = Omit<Awaited<ReturnType<Acumatica['walks'][Walk]>>, 'found'> & {
  found: Item[];
};
