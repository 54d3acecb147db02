import * as v from 'valibot';
import { readConfigFile } from '../../platform/config/config-file';

/** Which fields of Acumatica's endpoint the portal reads, and what their statuses are called. */
const DEFAULTS = {
  /** Of ServiceOrder, or of an entity linked to it: `Contact/Email`. */
  order: {
    type: 'ServiceOrderType',
    number: 'ServiceOrderNbr',
    record: 'id',
    modified: 'LastModifiedDateTime',
    description: 'Description',
    status: 'Status',
    date: 'Date',
    email: 'Contact/Email',
    phone: 'Contact/Phone1',
    name: 'Contact/Attention',
    account: 'Customer',
  },
  /** Of Activity. */
  event: {
    id: 'NoteID',
    record: 'RelatedEntityNoteID',
    modified: 'LastModifiedDateTime',
    internal: 'Internal',
    summary: 'Summary',
    body: 'Body',
    created_by: 'CreatedByID',
    created_at: 'Date',
    status: 'Status',
  },
  /** Of Appointment; read only if the file has `visit`. Without `created_by`, nobody reads who comes. */
  visit: {
    type: 'ServiceOrderType',
    number: 'AppointmentNbr',
    order: 'ServiceOrderNbr',
    modified: 'LastModifiedDateTime',
    summary: 'Description',
    status: 'Status',
    confirmed: 'Confirmed',
    start_date: 'ScheduledStartDate',
    start_time: 'ScheduledStartTime',
    end_date: 'ScheduledEndDate',
    end_time: 'ScheduledEndTime',
  },
  /** What an activity with the answer of a customer has besides; the type is a note. */
  answer: { RelatedEntityType: 'PX.Objects.FS.FSServiceOrder', Type: 'N' } as Record<string, string>,
  /** Acumatica's statuses that customers read in other words; null: they do not see such an order. */
  statuses: {
    Hold: 'On Hold',
    Awaiting: 'On Hold',
    Confirmed: 'Open',
    Copied: null,
  } as Record<string, string | null>,
};

/** Of appointments, as `statuses` of orders; a confirmed one that has not begun is `Confirmed`. */
const VISIT_STATUSES: Record<string, string | null> = {
  'Not Started': 'Scheduled',
  Awaiting: 'Scheduled',
  'On Hold': null,
  Closed: 'Completed',
  Billed: 'Completed',
};

/** Of the entity that says who else sees the orders of an account, or of a location; read only if the file has `contact`. */
const CONTACTS = {
  account: {
    entity: 'Contact',
    id: 'ContactID',
    account: 'BusinessAccount',
    location: undefined,
    email: 'Email',
    name: 'DisplayName',
    active: 'Active',
    modified: 'LastModifiedDateTime',
  },
  location: {
    entity: 'CustomerLocation',
    id: 'id',
    account: 'Customer',
    location: 'LocationID',
    email: 'LocationContact/Email',
    name: 'LocationContact/Attention',
    active: 'Active',
    modified: 'LastModifiedDateTime',
  },
};

const FIELD = 'must be the name of a field in quotes, or of one of a linked entity: "Contact/Email"';
const fieldName = v.pipe(v.string(FIELD), v.regex(/^[A-Za-z]\w*(\/[A-Za-z]\w*)?$/, FIELD));

const WORDS = 'must be what customers read, in quotes';
const label = v.pipe(v.string(WORDS), v.trim(), v.nonEmpty(WORDS));

/** What one of Acumatica's statuses is called, or the list of those that customers read as one. */
const words = v.union(
  [v.nullable(label), v.array(v.string())],
  `${WORDS}, null, or a list of Acumatica's words in [ ]`,
);

const unknown = (names: object) => (issue: v.StrictObjectIssue) =>
  issue.expected === 'never'
    ? `is no field of the portal: choose from ${Object.keys(names).join(', ')}`
    : 'must be an object in { }';

/** The fields of an entity, of which the file names some. @param more entries that are no fields, or have no default */
const fieldsOf = <Fields extends Record<string, string>, More extends v.ObjectEntries>(
  defaults: Fields,
  more: More,
) =>
  v.pipe(
    v.strictObject(
      { ...v.entriesFromList(Object.keys(defaults), v.optional(fieldName)), ...more },
      unknown({ ...defaults, ...more }),
    ),
    v.transform((given): Fields & v.InferOutput<v.ObjectSchema<More, undefined>> => ({
      ...defaults,
      ...given,
    })),
  );

const statusesOf = (defaults: Record<string, string | null>) =>
  v.pipe(
    v.optional(v.record(v.string(), words, 'must be an object in { }'), {}),
    v.transform((given) => {
      const each = Object.entries(given).flatMap(([word, meant]) =>
        Array.isArray(meant) ? meant.map((theirs) => [theirs, word] as const) : [[word, meant] as const],
      );
      return { ...defaults, ...Object.fromEntries<string | null>(each) };
    }),
  );

const visit = fieldsOf(DEFAULTS.visit, {
  created_by: v.optional(fieldName),
  statuses: statusesOf(VISIT_STATUSES),
});

const CHOICE = 'must be a word of the ERP in quotes, or a list of some in [ ]';

const contact = v.pipe(
  v.strictObject(
    {
      ...v.entriesFromList(Object.keys(CONTACTS.location), v.optional(fieldName)),
      sees: v.optional(v.picklist(['account', 'location'], 'must be "account" or "location"'), 'account'),
      /** By a field of the contact, the words of those who count. */
      only: v.optional(v.record(fieldName, v.union([v.string(), v.array(v.string())], CHOICE)), {}),
    },
    unknown({ sees: '', only: {}, ...CONTACTS.location }),
  ),
  v.transform(({ sees, only, ...given }) => {
    const { entity, ...fields } = { ...CONTACTS[sees], ...given };
    const words = Object.entries(only).map(([field, some]) => [field, [some].flat()] as const);
    return { sees, entity, fields, only: Object.fromEntries(words) };
  }),
);

const ROW = 'must be like { "label": "…", "field": "…" }';

const mappingFile = v.strictObject(
  {
    order: v.optional(fieldsOf(DEFAULTS.order, {}), {}),
    event: v.optional(fieldsOf(DEFAULTS.event, {}), {}),
    answer: v.optional(
      v.record(fieldName, v.string('must be text in quotes'), 'must be an object in { }'),
      DEFAULTS.answer,
    ),
    visit: v.optional(visit),
    contact: v.optional(contact),
    statuses: statusesOf(DEFAULTS.statuses),
    /** Fields of ServiceOrder that Order Summary shows, too. */
    rows: v.optional(
      v.pipe(
        v.array(v.strictObject({ label, field: fieldName }, ROW), 'must be a list of rows in [ ]'),
        v.maxLength(20, 'must be at most 20 rows'),
      ),
      [],
    ),
  },
  unknown({ ...DEFAULTS, contact: {}, rows: [] }),
);

export type Mapping = v.InferOutput<typeof mappingFile>;

/** The word for a status that customers read; null: they do not see it. */
export const wordFor = (
  status: string | undefined,
  statuses: Record<string, string | null>,
): string | null | undefined =>
  status !== undefined && Object.hasOwn(statuses, status) ? statuses[status] : status;

/** Reads ACUMATICA_MAPPING, which overrides the portal's table. @throws ConfigError naming each wrong field */
export const readMapping = async (file: string | undefined): Promise<Mapping> =>
  file ? readConfigFile('ACUMATICA_MAPPING', file, mappingFile) : v.parse(mappingFile, {});
