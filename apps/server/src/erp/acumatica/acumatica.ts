import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { normalizeTimestamp, unwrap } from '@portal/api/wire';
import type { Change, Connector, ErpEvent, ErpOrder } from '../connector';
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
const KEYS = 30;
const RECORDS = 20;

/** No order is older. */
const FIRST_MS = Date.UTC(2000, 0, 1);

/** Where a walk is: from when, up to when (absent: everything newer), and how many of a crowded second it has. */
const positionSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ from: v.number(), width: v.optional(v.number()), skip: v.optional(v.number(), 0) }),
);

type Position = v.InferOutput<typeof positionSchema>;

const recordSchema = v.record(v.string(), v.unknown());
type Entity = v.InferOutput<typeof recordSchema>;
const listSchema = v.array(recordSchema);

/** Acumatica cannot read some fields of many records at once. */
const isNotOptimized = (error: unknown): error is RefusedError =>
  error instanceof RefusedError && /optimization cannot be performed/i.test(error.reason);

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
const anyOf = (conditions: readonly string[]) => `(${conditions.join(' or ')})`;

export type AcumaticaOptions = ClientOptions & { mapping: Mapping };

/** Reads service orders and their activities from Acumatica's contract-based REST API. */
export const createAcumatica = ({ mapping, ...options }: AcumaticaOptions): Connector => {
  const { settings, now = Date.now } = options;
  const { order, event, statuses, rows } = mapping;
  const client = createClient(options);
  const endpoint = `/entity/${settings.endpoint}`;
  /** Entities whose fields cannot be read in lists: noticed once, their records are read one by one. */
  const oneByOne = new Set<string>();

  const parts = {
    orders: {
      entity: 'ServiceOrder',
      fields: [order.type, order.number, order.modified],
      modified: order.modified,
    },
    events: { entity: 'Activity', fields: [event.record, event.modified], modified: event.modified },
  };

  const pathOf = (entity: string, query: Record<string, string>) =>
    `${endpoint}/${entity}?${Object.entries(query)
      .map(([name, value]) => `$${name}=${encodeURIComponent(value)}`)
      .join('&')}`;

  const selecting = (fields: readonly string[]) => {
    const linked = fields.flatMap((field) => (field.includes('/') ? [field.split('/')[0] ?? ''] : []));
    return {
      select: [...new Set(fields.filter((field) => field !== 'id'))].join(','),
      ...(linked.length > 0 && { expand: [...new Set(linked)].join(',') }),
    };
  };

  const readList = (
    entity: string,
    fields: readonly string[],
    filter: string,
    page: Record<string, string> = {},
  ): Promise<Entity[]> => client.get(pathOf(entity, { filter, ...selecting(fields), ...page }), listSchema);

  /** Reads whole records, or first their keys and then each. @param pathTo the path of a record, from its keys */
  const readAll = async (
    entity: string,
    keys: readonly string[],
    fields: readonly string[],
    filter: string,
    pathTo: (keys: Entity) => string | undefined,
  ): Promise<Entity[]> => {
    if (!oneByOne.has(entity)) {
      try {
        return await readList(entity, [...keys, ...fields], filter);
      } catch (error) {
        if (!isNotOptimized(error)) throw error;
        oneByOne.add(entity);
      }
    }
    const records: Entity[] = [];
    for (const found of await readList(entity, keys, filter)) {
      const path = pathTo(found);
      const query = selecting([...keys, ...fields]);
      if (path !== undefined) records.push(await client.get(pathOf(path, query), recordSchema));
    }
    return records;
  };

  /** The operator's choice of orders. */
  const scope = (): string[] => [
    ...(settings.filter ? [`(${settings.filter})`] : []),
    ...(settings.maxAgeDays ? [`${order.date} ge ${moment(now() - settings.maxAgeDays * 86_400_000)}`] : []),
  ];

  const keyOf = (entity: Entity) =>
    `${textOf(entity, order.type) ?? ''}/${textOf(entity, order.number) ?? ''}`;

  const changeOf = (part: keyof typeof parts, entity: Entity): Change[] => {
    const modified = momentOf(entity, parts[part].modified);
    if (part === 'orders') return [{ key: keyOf(entity), modified }];
    const record = textOf(entity, event.record);
    return record === undefined ? [] : [{ record, modified }];
  };

  const readWindow = (part: keyof typeof parts, { from, width, skip }: Position) => {
    const { entity, fields, modified } = parts[part];
    const filter = [
      `${modified} ge ${moment(from)}`,
      ...(width === undefined ? [] : [`${modified} lt ${moment(from + width)}`]),
      ...(part === 'orders' ? scope() : []),
    ].join(' and ');
    const page = { top: String(PAGE + 1), ...(skip > 0 && { skip: String(skip) }) };
    return readList(entity, fields, filter, page);
  };

  /** The next window after one that had `count` changes in it, twice as wide if these were few. */
  const after = ({ from, width = 0 }: Position, count: number): Position => {
    const next = from + width;
    const wider = count < PAGE / 2 ? width * 2 : width;
    return { from: next, width: next + wider < now() ? wider : undefined, skip: 0 };
  };

  /**
   * Acumatica neither sorts nor counts. A window of time with few enough changes is read whole; one with too many is
   * halved. Only a single second with too many, such as after a mass update, is read in pages.
   */
  const changesSince: Connector['changesSince'] = async (part, since) => {
    let at: Position =
      typeof since === 'string'
        ? v.parse(positionSchema, since)
        : { from: Math.max(FIRST_MS, since.getTime() - OVERLAP_MS), skip: 0 };
    for (;;) {
      const found = await readWindow(part, at);
      const isWhole = found.length <= PAGE;
      const changes = found.flatMap((entity) => changeOf(part, entity));
      if (isWhole && at.width === undefined) {
        const newest = Math.max(at.from, ...changes.map(({ modified }) => modified.getTime() - OVERLAP_MS));
        return { changes, position: JSON.stringify({ from: newest, skip: 0 }), isLast: true };
      }
      if (isWhole) return { changes, position: JSON.stringify(after(at, found.length)), isLast: false };
      const width = at.width ?? Math.max(now() - at.from, 2 * SHORTEST_WINDOW_MS);
      if (width > SHORTEST_WINDOW_MS) {
        at = { from: at.from, width: Math.max(SHORTEST_WINDOW_MS, Math.floor(width / 2)), skip: 0 };
      } else {
        const position = { from: at.from, width, skip: at.skip + PAGE - PAGE_OVERLAP };
        return { changes, position: JSON.stringify(position), isLast: false };
      }
    }
  };

  /** @returns undefined for an order that customers do not see */
  const orderOf = (entity: Entity): ErpOrder | undefined => {
    const number = textOf(entity, order.number);
    const status = textOf(entity, order.status);
    const shown = status !== undefined && Object.hasOwn(statuses, status) ? statuses[status] : status;
    if (number === undefined || shown === null) return undefined;
    const details = rows.flatMap(({ label, field }) => {
      const value = textOf(entity, field);
      return value === undefined ? [] : [{ label, value }];
    });
    return {
      key: keyOf(entity),
      record: textOf(entity, order.record) ?? '',
      modified: momentOf(entity, order.modified),
      contact: {
        email: textOf(entity, order.email),
        phone: textOf(entity, order.phone),
        name: textOf(entity, order.name),
      },
      fields: {
        ServiceOrderNbr: number,
        Description: textOf(entity, order.description),
        Status: shown,
        Date: textOf(entity, order.date),
        LastModifiedDateTime: textOf(entity, order.modified),
        ...(details.length > 0 && { details }),
      },
    };
  };

  const orders: Connector['orders'] = async (keys) => {
    const { type, number, modified, record, ...fields } = order;
    const numbers = new Map<string, string[]>();
    for (const key of keys) {
      const [first = '', ...rest] = key.split('/');
      numbers.set(first, [...(numbers.get(first) ?? []), `${number} eq ${quote(rest.join('/'))}`]);
    }
    const conditions = [...numbers].map(
      ([first, those]) => `(${type} eq ${quote(first)} and ${anyOf(those)})`,
    );
    const found = await readAll(
      'ServiceOrder',
      [type, number, modified, record],
      [...Object.values(fields), ...rows.map(({ field }) => field)],
      [anyOf(conditions), ...scope()].join(' and '),
      (entity) => `ServiceOrder/${keyOf(entity).split('/').map(encodeURIComponent).join('/')}`,
    );
    return found.flatMap((entity) => orderOf(entity) ?? []);
  };

  /** Only an activity that says that it is not internal is for customers. */
  const isPublic = (entity: Entity) => textOf(entity, event.internal) === 'false';

  const eventOf = (entity: Entity): ErpEvent => ({
    summary: textOf(entity, event.summary),
    body: textOf(entity, event.body),
    created_by: textOf(entity, event.author),
    created_at: textOf(entity, event.date),
    status: textOf(entity, event.status),
  });

  const events: Connector['events'] = async (records) => {
    const byRecord = new Map<string, ErpEvent[]>();
    const { id, record, internal, modified: _, ...fields } = event;
    for (let at = 0; at < records.length; at += RECORDS) {
      const conditions = records.slice(at, at + RECORDS).map((one) => `${record} eq guid${quote(one)}`);
      const found = await readAll(
        'Activity',
        [id, record, internal],
        Object.values(fields),
        anyOf(conditions),
        (entity) => (isPublic(entity) ? `Activity/${textOf(entity, id) ?? ''}` : undefined),
      );
      for (const entity of found.filter(isPublic)) {
        const owner = textOf(entity, record) ?? '';
        byRecord.set(owner, [...(byRecord.get(owner) ?? []), eventOf(entity)]);
      }
    }
    return byRecord;
  };

  /** The fields of the mapping that the endpoint lacks, each with what to do. */
  const lackingIn = async (entity: string, used: Record<string, string>): Promise<string[]> => {
    const schema = await client.get(`${endpoint}/${entity}/$adHocSchema`, recordSchema);
    return Object.entries(used)
      .filter(([, field]) => field !== 'id' && fieldOf(schema, field) === undefined)
      .map(
        ([name, field]) =>
          `${entity} of the endpoint ${settings.endpoint} has no field ${field} (${name}). Extend the endpoint by it and set ACUMATICA_ENDPOINT, or name another field in ACUMATICA_MAPPING.`,
      );
  };

  return {
    name: 'acumatica',
    fingerprint: createHash('sha256')
      .update(
        JSON.stringify([settings.url, settings.endpoint, settings.filter, settings.maxAgeDays, mapping]),
      )
      .digest('hex'),
    batchSize: KEYS,
    changesSince,
    orders,
    events,
    check: async () => [
      ...(await lackingIn('ServiceOrder', {
        ...order,
        ...Object.fromEntries(rows.map(({ label, field }) => [`row "${label}"`, field])),
      })),
      ...(await lackingIn('Activity', event)),
    ],
    close: () => client.signOut(),
  };
};
