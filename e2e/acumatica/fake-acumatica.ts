/**
 * A stand-in for Acumatica's contract-based REST API, as its documentation and its official client describe it.
 * Assumed, and not verified with a real system:
 * - `id` of a ServiceOrder is the NoteID that activities name in RelatedEntityNoteID
 * - the endpoint has ServiceOrder/LastModifiedDateTime: the stock endpoint may need to be extended by it
 * - a new or changed activity does not change the LastModifiedDateTime of its order
 * - the text and status of a refusal: 500 with "Optimization cannot be performed"
 * - from half of the requests per minute on, an answer waits until the rate allows it; 429 has no Retry-After
 * - a notification is tried five times, some seconds apart
 * - PUT without a key inserts an activity and answers with all its fields, its body in the frame of a document; unknown
 *   fields and a related record that does not exist are refused with 400 and 422, a role without the right with 403
 * From public material:
 * - lists come in ascending order of their keys, `$orderby` is ignored (support.cleo.com, public integrations)
 * - moments are shown, and compared, as clocks in the zone of the API user show them, as if that were UTC (Sage DataSync
 *   documentation, public integrations); responses have the `Date` header of IIS
 * - a role that lost a field, or `$expand` in a list, leaves linked entities out (public integrations)
 * - `id` and NoteID persist when an activity is related to another record (AR Get_Record_by_ID)
 * - an exception has `message`, `exceptionMessage`, `exceptionType`, and `stackTrace` (C#)
 * - statuses are in the language of the user (AR FS_30_01_00)
 * - during maintenance, each request gets a page, by 200 or 503 (public integrations)
 * - appointments have the type and number of their order, a date and a time for start and end, which the profile's zone
 *   shifts, and staff as details (C# Default 24.200 Appointment, AppStaff; DAC FSAppointment, `UseTimeZone`)
 * - `$select=…,files&$expand=files` adds `files` with `id`, `filename` (behind the name of its record), and `href`, no size;
 *   `files/{id}` of the endpoint has the content (AR Basic_Get_Attachment, $expand)
 * - notes name pictures by `~/Frames/GetFile.ashx?fileID=` and the id of a file (PX.Objects, AR FS_30_01_00)
 * - contacts have their account, locations a contact of their own (C# Default 24.200 Contact, CustomerLocation)
 * Assumed of files: a file that is attached changes its record; one that is missing is 404
 * Assumed of appointments and contacts: the date of a time says nothing, and nothing changes the LastModifiedDateTime of
 *   their order
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSignIn, CREDENTIALS, page, Refusal, type SignInOptions } from './fake-sign-in';
import { FilterError, parseFilter } from './odata';

export { CREDENTIALS } from './fake-sign-in';

type Value = string | number | boolean | Date | string[] | undefined;

/** A record: a field is empty if it is undefined. `Contact/Email` is a field of a linked entity, or of several in a list. */
export type Fields = Record<string, Value>;

interface Stored {
  id: string;
  fields: Fields;
}

interface StoredFile {
  /** The id of its record. */
  record: string;
  filename: string;
  content: Uint8Array<ArrayBuffer>;
}

/** What lists are in the order of. */
const KEYS = {
  ServiceOrder: ['ServiceOrderType', 'ServiceOrderNbr'],
  Activity: [],
  Appointment: ['ServiceOrderType', 'AppointmentNbr'],
  Contact: ['ContactID'],
  CustomerLocation: ['Customer', 'LocationID'],
};

type Entity = keyof typeof KEYS;

const isEntity = (name: string | undefined): name is Entity => Object.hasOwn(KEYS, name ?? '');

const keyOf = (entity: Entity, { id, fields }: Stored) =>
  KEYS[entity].length === 0
    ? id
    : KEYS[entity].map((name) => String(fields[name]).padStart(name === 'ContactID' ? 9 : 0)).join('/');

export interface FakeOptions extends SignInOptions {
  port?: number;
  now?: () => number;
  wait?: (ms: number) => Promise<unknown>;
  requestsPerMinute?: number;
  /** Where notifications go, with which token. */
  push?: { url: string; token: string } | undefined;
  /** Called before each answer. */
  onRequest?: () => void;
  /** The number of an order whose description cannot be read. */
  broken?: string;
  /** What the answer to that order is, by default 500. */
  brokenStatus?: number;
  /** Fields that a list cannot be read with. */
  notOptimized?: string[];
  /** Fields that the endpoint lacks. */
  lacking?: string[];
  /** Entities that the role of the user may not read. */
  forbidden?: Entity[];
  /** Whether the role of the user may only read. */
  isReadOnly?: boolean;
  /** The zone in the profile of the API user, in minutes east of UTC. */
  zoneMinutes?: number;
  /** Whether lists leave linked entities out. */
  isWithoutLinked?: boolean;
  /** Whether lists are empty, whatever there is. */
  isEmpty?: boolean;
  /** Makes what a read responds look another way. */
  reshape?: (body: unknown) => unknown;
  /** With the statuses of `faults`. */
  retryAfter?: string;
  /** What statuses are called in the language of the user. */
  statusWords?: Record<string, string>;
}

const schemas: Record<Entity, string[]> = {
  ServiceOrder: [
    ...[
      'ServiceOrderType',
      'ServiceOrderNbr',
      'Description',
      'Status',
      'Hold',
      'Date',
      'LastModifiedDateTime',
    ],
    ...['Customer', 'CustomerClass', 'Location', 'BranchLocation', 'Priority'],
    ...['Contact/Attention', 'Contact/Email', 'Contact/Phone1'],
  ],
  Activity: [
    ...[
      'NoteID',
      'RelatedEntityNoteID',
      'LastModifiedDateTime',
      'Internal',
      'Summary',
      'Body',
      'CreatedByID',
    ],
    ...['Date', 'Status', 'Type', 'RelatedEntityType'],
  ],
  Appointment: [
    ...['ServiceOrderType', 'AppointmentNbr', 'ServiceOrderNbr', 'LastModifiedDateTime'],
    ...['ScheduledStartDate', 'ScheduledStartTime', 'ScheduledEndDate', 'ScheduledEndTime'],
    ...['Confirmed', 'Status', 'Description', 'CostTotal', 'Staff/StaffMember'],
  ],
  Contact: [
    ...['ContactID', 'BusinessAccount', 'Email', 'Phone1', 'DisplayName', 'Active', 'ContactClass'],
    ...['JobTitle', 'LastModifiedDateTime'],
  ],
  CustomerLocation: [
    ...['Customer', 'LocationID', 'Active', 'LastModifiedDateTime'],
    ...['LocationContact/Email', 'LocationContact/Attention'],
  ],
};

/** Keys are as long as their columns. */
const padded: Record<string, number> = { ServiceOrderType: 4, ServiceOrderNbr: 15, BusinessAccount: 10 };

const DELAY_QUEUE = 20;
const LONGEST_DELAY_MS = 600_000;
const PUSH_TRIES = 5;

/** .NET writes as many digits of a fraction as it needs, or seven. */
const timestamp = (moment: Date): string => {
  const [whole = '', fraction = ''] = moment.toISOString().slice(0, -1).split('.');
  const digits = fraction.replace(/0+$/, '');
  return `${whole}${digits && `.${moment.getTime() % 2 ? digits : fraction.padEnd(7, '0')}`}+00:00`;
};

const wrap = (name: string, value: Value) => {
  if (value === undefined) return {};
  if (value instanceof Date) return { value: timestamp(value) };
  return { value: typeof value === 'string' ? value.padEnd(padded[name] ?? 0) : value };
};

/** A date and a time of one moment. */
const SCHEDULED = /^(Scheduled(?:Start|End))(Date|Time)$/;

/** Fields that are moments. Dates of orders have no zone. */
const isMoment = (entity: Entity, field: string) =>
  field === 'LastModifiedDateTime' || (entity === 'Activity' && field === 'Date') || SCHEDULED.test(field);

/** The date or the time of a moment: each is a whole moment itself. */
const partOf = (moment: Date, part: string | undefined) => {
  const [day = '', time = ''] = moment.toISOString().split('T');
  return new Date(part === 'Date' ? `${day}T00:00:00Z` : `1900-01-01T${time}`);
};

/** What a client gets of a record. */
const show = (
  { id }: Stored,
  entity: Entity,
  read: (field: string) => Value,
  select: string[],
  expand: string[],
  files: object[] = [],
) => {
  const shown: Record<string, unknown> = { id, rowNumber: 1, note: {}, custom: {} };
  if (select.includes('files') && expand.includes('files')) shown['files'] = files;
  const names = select.length > 0 ? select.filter((name) => name !== 'files') : schemas[entity];
  for (const name of names) {
    const [linked = '', field] = name.split('/');
    const value = read(name);
    if (field === undefined) shown[name] = wrap(name, value);
    else if (Array.isArray(value) && expand.includes(linked))
      shown[linked] = value.map((one) => ({ id: randomUUID(), [field]: wrap(field, one) }));
    else if (expand.includes(linked))
      shown[linked] = Object.assign(shown[linked] ?? { id: randomUUID() }, {
        [field]: wrap(field, value),
      });
  }
  return shown;
};

const none: Stored = { id: '', fields: {} };

/** Starts it on a port of this machine. */
export const startFakeAcumatica = async (options: FakeOptions = {}) => {
  const { now = Date.now, wait = sleep, requestsPerMinute = Infinity } = options;
  const stored: Record<Entity, Map<string, Stored>> = {
    ServiceOrder: new Map(),
    Activity: new Map(),
    Appointment: new Map(),
    Contact: new Map(),
    CustomerLocation: new Map(),
  };
  const files = new Map<string, StoredFile>();
  /** For lists: by their keys. */
  const sorted: Partial<Record<Entity, Stored[]>> = {};
  /** Orders of several types can share a number; the newest is first. */
  const byNumber = new Map<string, string[]>();
  const byRecord = new Map<string, Set<string>>();
  const recent: number[] = [];
  const stats = {
    requests: 0,
    mostSessions: 0,
    failedSignIns: 0,
    mostPerMinute: 0,
    refused: 0,
    paths: [] as string[],
  };
  const faults: number[] = [];
  /** `lostWrites`: of so many records that are written next, the answer is lost; `maintenance`: the status of its page. */
  const state = {
    isDown: false,
    lostWrites: 0,
    timeStamp: 638_000_000_000_000_000n,
    maintenance: undefined as 200 | 503 | undefined,
  };
  const signIn = createSignIn(options, now, stats);
  let waiting = 0;

  const lately = () => {
    while ((recent[0] ?? Infinity) <= now() - 60_000) recent.shift();
    return recent.length;
  };

  /** From half of the limit on, answers wait; with too many waiting, or for too long, requests are declined. */
  const throttle = async () => {
    const began = now();
    waiting += 1;
    try {
      if (waiting > DELAY_QUEUE) throw new Refusal(429, 'Too many requests.');
      if (lately() >= requestsPerMinute / 2) await wait(60_000 / requestsPerMinute);
      while (lately() >= requestsPerMinute) {
        if (now() - began > LONGEST_DELAY_MS) throw new Refusal(429, 'Too many requests.');
        await wait(1000);
      }
      recent.push(now());
      stats.mostPerMinute = Math.max(stats.mostPerMinute, lately());
    } finally {
      waiting -= 1;
    }
  };

  const hasField = (entity: Entity, name: string) =>
    ['files', ...schemas[entity], ...schemas[entity].map((field) => field.split('/')[0])].includes(name) &&
    !options.lacking?.includes(name);

  const filesOf = ({ id }: Stored) =>
    [...files].flatMap(([file, { record, filename }]) =>
      record === id ? [{ id: file, filename, href: `/entity/Default/24.200.001/files/${file}` }] : [],
    );

  const sendFile = (id: string | undefined, response: ServerResponse) => {
    const file = files.get(id ?? '');
    if (!file) throw new Refusal(404, 'The file cannot be found.');
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(file.content);
  };

  /** Reads fields as the clock of the API user shows them. */
  const fieldsOf =
    ({ fields }: Stored, entity: Entity) =>
    (field: string): Value => {
      const [, moment = field, part] = SCHEDULED.exec(field) ?? [];
      const value = fields[moment];
      if (field === 'Status' && typeof value === 'string') return options.statusWords?.[value] ?? value;
      if (!(value instanceof Date) || !isMoment(entity, field)) return value;
      const shifted = new Date(value.getTime() + (options.zoneMinutes ?? 0) * 60_000);
      return part === undefined ? shifted : partOf(shifted, part);
    };

  const candidates = (entity: Entity, oneOf: (field: string) => unknown[] | undefined): Iterable<Stored> => {
    const all = stored[entity];
    const pick = (ids: (string | undefined)[]) => ids.flatMap((id) => (id && all.get(id)) || []);
    const numbers = entity === 'ServiceOrder' ? oneOf('ServiceOrderNbr') : undefined;
    if (numbers) return pick(numbers.flatMap((number) => byNumber.get(String(number)) ?? []));
    const records = entity === 'Activity' ? oneOf('RelatedEntityNoteID') : undefined;
    if (records) return pick(records.flatMap((record) => [...(byRecord.get(String(record)) ?? [])]));
    return (sorted[entity] ??= [...all.values()].sort((a, b) =>
      keyOf(entity, a) < keyOf(entity, b) ? -1 : 1,
    ));
  };

  const list = (entity: Entity, query: URLSearchParams) => {
    const names = (name: string) => (query.get(name) ?? '').split(',').filter(Boolean);
    for (const name of query.keys())
      if (!['$filter', '$select', '$expand', '$top', '$skip', '$orderby', '$custom'].includes(name))
        throw new Refusal(400, `The query option ${name} is not supported.`);
    const select = names('$select');
    const missing = select.find((name) => !hasField(entity, name));
    if (missing !== undefined) throw new Refusal(500, `The field ${missing} does not exist.`);
    const slow = select.filter((name) => options.notOptimized?.includes(name));
    if (slow.length > 0)
      throw new Refusal(
        500,
        `Optimization cannot be performed.The following fields cause the error:\r\n${slow.join('\r\n')}`,
      );
    const filter = parseFilter(query.get('$filter') ?? "id ne ''");
    const [skip, top] = [Number(query.get('$skip') ?? 0), Number(query.get('$top') ?? Infinity)];
    const found: unknown[] = [];
    if (options.isEmpty) return found;
    let passed = 0;
    for (const record of candidates(entity, (field) => filter.oneOf(field))) {
      const read = fieldsOf(record, entity);
      const compared = (field: string) => {
        const value = field === 'id' ? record.id : read(field);
        if (Array.isArray(value)) return undefined;
        return value instanceof Date ? value.getTime() : value;
      };
      if (!filter.matches(compared) || passed++ < skip) continue;
      if (select.includes('Description') && record.fields['ServiceOrderNbr'] === options.broken)
        throw new Refusal(
          options.brokenStatus ?? 500,
          'Object reference not set to an instance of an object.',
        );
      const expand = options.isWithoutLinked ? [] : names('$expand');
      found.push(show(record, entity, read, select, expand, filesOf(record)));
      if (found.length >= top) break;
    }
    return found;
  };

  const write = async (request: IncomingMessage, entity: Entity): Promise<Stored> => {
    const given = JSON.parse(await readText(request)) as Record<string, { value?: Value }>;
    if (options.isReadOnly || entity !== 'Activity')
      throw new Refusal(403, 'You have insufficient rights to insert a record.');
    const unknown = Object.keys(given).find((name) => !hasField(entity, name));
    if (unknown !== undefined) throw new Refusal(400, `The field ${unknown} does not exist.`);
    const { Body, ...fields } = Object.fromEntries(
      Object.entries(given).map(([name, { value }]) => [name, value]),
    );
    if (!stored.ServiceOrder.has(String(fields['RelatedEntityNoteID'])))
      throw new Refusal(422, 'RelatedEntityNoteID: the record cannot be found.');
    const framed = `<html><head></head><body>${String(Body)}</body></html>`;
    return insertActivity({ ...fields, Body: framed, CreatedByID: CREDENTIALS.user });
  };

  const schemaOf = (entity: Entity) => {
    const schema: Record<string, object> = {};
    for (const name of schemas[entity].filter((field) => !options.lacking?.includes(field))) {
      const [first = '', second] = name.split('/');
      if (first === 'Staff') schema[first] = [{ [second ?? '']: { type: 'StringValue' } }];
      else
        schema[first] = second
          ? { ...schema[first], [second]: { type: 'StringValue' } }
          : { type: 'StringValue' };
    }
    return schema;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const url = new URL(request.url ?? '/', 'http://fake');
    stats.requests += 1;
    options.onRequest?.();
    stats.paths.push(url.pathname);
    if (stats.paths.length > 10_000) stats.paths.splice(0, 5000);
    if (url.search.length > 2048) throw new Refusal(404, 'The query string is too long for IIS.');
    const fault = faults.shift();
    if (fault !== undefined) {
      if (options.retryAfter) response.setHeader('retry-after', options.retryAfter);
      throw new Refusal(fault, 'Object reference not set.', undefined, 'System.NullReferenceException');
    }
    if (state.maintenance) throw page(state.maintenance, 'Maintenance');
    const signedIn = signIn.answer(url, request, response);
    if (signedIn) return signedIn;
    signIn.authenticate(request, response);
    await throttle();
    const [, , endpoint, version, entity, first, second] = url.pathname.split('/').map(decodeURIComponent);
    const isOfEndpoint = endpoint === 'Default' && version === '24.200.001';
    if (isOfEndpoint && entity === 'files') return sendFile(first, response);
    if (!isOfEndpoint || !isEntity(entity)) throw new Refusal(404, 'No such endpoint.');
    if (options.forbidden?.includes(entity)) throw new Refusal(403, 'You have insufficient rights.');
    if (request.method === 'PUT') {
      const written = await write(request, entity);
      if (state.lostWrites > 0) {
        state.lostWrites -= 1;
        return void request.socket.destroy();
      }
      return show(written, entity, fieldsOf(written, entity), [], []);
    }
    if (first === undefined) return list(entity, url.searchParams);
    if (first === '$adHocSchema') return schemaOf(entity);
    const isNamed = ({ fields }: Stored) =>
      KEYS[entity].every((name, at) => String(fields[name]) === [first, second][at]);
    const ids = entity === 'ServiceOrder' ? (byNumber.get(second ?? '') ?? []) : stored[entity].keys();
    const id =
      entity === 'Activity' ? first : [...ids].find((one) => isNamed(stored[entity].get(one) ?? none));
    const record = stored[entity].get(id ?? '');
    if (!record) throw new Refusal(404, 'Not found.');
    const names = (name: string) => (url.searchParams.get(name) ?? '').split(',').filter(Boolean);
    return show(
      record,
      entity,
      fieldsOf(record, entity),
      names('$select'),
      names('$expand'),
      filesOf(record),
    );
  };

  const server = createServer((request, response) => {
    if (state.isDown) return void request.socket.destroy();
    response.setHeader('date', new Date(now()).toUTCString());
    answer(request, response).then(
      (body) => {
        if (response.headersSent || response.destroyed) return;
        const sent = JSON.stringify(options.reshape?.(body) ?? body);
        response.writeHead(200, { 'content-type': 'application/json' }).end(sent);
      },
      (error: unknown) => {
        const status = error instanceof Refusal ? error.status : error instanceof FilterError ? 400 : 500;
        stats.refused += 1;
        const { headers, body } = (error instanceof Refusal && error.other) || {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            message: 'An error has occurred.',
            exceptionMessage: error instanceof Error ? error.message : 'failed',
            exceptionType: error instanceof Refusal ? error.exceptionType : 'PX.Data.PXException',
            stackTrace: '   at PX.Api.ContractBased',
          }),
        };
        response.writeHead(status, headers).end(body);
      },
    );
  });
  await new Promise<void>((listening) => server.listen(options.port ?? 0, '127.0.0.1', listening));

  const tryToPush = async (body: string) => {
    for (let attempt = 0; attempt < PUSH_TRIES && options.push; attempt += 1) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${options.push.token}` };
      const sent = await fetch(options.push.url, { method: 'POST', headers, body }).catch(() => undefined);
      if (sent?.ok) return;
      await wait(2000);
    }
  };

  const push = (query: string, row: Record<string, unknown>, isDeleted = false) => {
    state.timeStamp += 1n;
    if (!options.push) return;
    const rows = { Inserted: isDeleted ? [] : [row], Deleted: [row] };
    const rest = { Query: query, CompanyId: CREDENTIALS.tenant, Id: randomUUID(), AdditionalInfo: {} };
    // A .NET long, which JavaScript would round.
    const body = JSON.stringify({ ...rows, ...rest }).replace(/}$/, `,"TimeStamp":${state.timeStamp}}`);
    void tryToPush(body);
  };

  const pushOrder = ({ fields }: Stored, isDeleted = false) => {
    const { ServiceOrderType, ServiceOrderNbr, LastModifiedDateTime } = fields;
    push('Portal orders', { ServiceOrderType, ServiceOrderNbr, LastModifiedDateTime }, isDeleted);
  };

  const pushActivity = ({ fields: { RelatedEntityNoteID, LastModifiedDateTime } }: Stored) =>
    push('Portal activities', { RelatedEntityNoteID, LastModifiedDateTime });

  const insertActivity = (given: Fields): Stored => {
    const id = randomUUID();
    const activity = { id, fields: { NoteID: id, Date: new Date(now()), ...touched(), ...given } };
    const record = String(given['RelatedEntityNoteID']);
    stored.Activity.set(id, activity);
    byRecord.set(record, (byRecord.get(record) ?? new Set()).add(id));
    delete sorted.Activity;
    pushActivity(activity);
    return activity;
  };

  const orderOf = (number: string): Stored => {
    const order = stored.ServiceOrder.get(byNumber.get(number)?.[0] ?? '');
    if (!order) throw new Error(`There is no order ${number}.`);
    return order;
  };

  const touched = () => ({ LastModifiedDateTime: new Date(now()) });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stats,
    /** Statuses of the next answers. */
    faults,
    state,
    options,
    openSessions: signIn.openSessions,
    /** A first refresh token. */
    newRefreshToken: () => signIn.newRefreshToken(),
    expire: signIn.expire,

    addOrder: (number: string, fields: Fields = {}) => {
      const id = randomUUID();
      const given = {
        ServiceOrderType: 'SO',
        ServiceOrderNbr: number,
        Status: 'Open',
        Hold: false,
        ...touched(),
      };
      const order = { id, fields: { ...given, ...fields } };
      stored.ServiceOrder.set(id, order);
      byNumber.set(number, [id, ...(byNumber.get(number) ?? [])]);
      delete sorted.ServiceOrder;
      pushOrder(order);
      return id;
    },

    changeOrder: (number: string, fields: Fields) => {
      const order = orderOf(number);
      Object.assign(order.fields, touched(), fields);
      if ('ServiceOrderType' in fields) delete sorted.ServiceOrder;
      pushOrder(order);
    },

    removeOrder: (number: string) => {
      const order = orderOf(number);
      stored.ServiceOrder.delete(order.id);
      byNumber.set(number, byNumber.get(number)?.slice(1) ?? []);
      delete sorted.ServiceOrder;
      pushOrder(order, true);
    },

    addActivity: (number: string, fields: Fields = {}) =>
      insertActivity({ RelatedEntityNoteID: orderOf(number).id, Internal: false, ...fields }).id,

    /** Attaches a file to an order or an activity, by its id. */
    addFile: (record: string, name: string, content: Uint8Array<ArrayBuffer>): string => {
      const id = randomUUID();
      const owner = stored.ServiceOrder.get(record) ?? stored.Activity.get(record);
      if (!owner) throw new Error(`There is no record ${record}.`);
      files.set(id, { record, filename: `Service Orders (SO, 000019         )\\${name}`, content });
      Object.assign(owner.fields, touched());
      return id;
    },

    /** Replaces the content; neither this nor a removal changes the record. */
    reviseFile: (id: string, content: StoredFile['content']) => {
      const file = files.get(id);
      if (file) file.content = content;
    },

    removeFile: (id: string) => files.delete(id),

    changeActivity: (id: string, fields: Fields) => {
      const activity = stored.Activity.get(id);
      if (!activity) throw new Error(`There is no activity ${id}.`);
      byRecord.get(String(activity.fields['RelatedEntityNoteID']))?.delete(id);
      Object.assign(activity.fields, touched(), fields);
      const record = String(activity.fields['RelatedEntityNoteID']);
      byRecord.set(record, (byRecord.get(record) ?? new Set()).add(id));
      pushActivity(activity);
    },

    removeActivity: (id: string) => {
      byRecord.get(String(stored.Activity.get(id)?.fields['RelatedEntityNoteID']))?.delete(id);
      stored.Activity.delete(id);
      delete sorted.Activity;
    },

    /** Adds an appointment, a contact, or a location. */
    add: (entity: Entity, fields: Fields): string => {
      const id = randomUUID();
      const given = entity === 'Contact' ? { ContactID: 100 + stored.Contact.size, Active: true } : {};
      stored[entity].set(id, { id, fields: { ...given, ...touched(), ...fields } });
      delete sorted[entity];
      return id;
    },

    change: (entity: Entity, id: string, fields: Fields) =>
      void Object.assign(stored[entity].get(id)?.fields ?? {}, touched(), fields),

    remove: (entity: Entity, id: string) => {
      stored[entity].delete(id);
      delete sorted[entity];
    },

    all: (entity: Entity) => [...stored[entity].values()],
    orders: () => [...stored.ServiceOrder.values()],
    activitiesOf: (record: string) =>
      [...stored.Activity.values()].filter(({ fields }) => fields['RelatedEntityNoteID'] === record),

    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
};

export type FakeAcumatica = Awaited<ReturnType<typeof startFakeAcumatica>>;
