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

const FIELD = 'must be the name of a field in quotes, or of one of a linked entity: "Contact/Email"';
const fieldName = v.pipe(v.string(FIELD), v.regex(/^[A-Za-z]\w*(\/[A-Za-z]\w*)?$/, FIELD));

const WORDS = 'must be what customers read, in quotes';
const label = v.pipe(v.string(WORDS), v.trim(), v.nonEmpty(WORDS));

const unknown = (names: object) => (issue: v.StrictObjectIssue) =>
  issue.expected === 'never'
    ? `is no field of the portal: choose from ${Object.keys(names).join(', ')}`
    : 'must be an object in { }';

const fieldsOf = <Fields extends Record<string, string>>(defaults: Fields) =>
  v.optional(
    v.pipe(
      v.strictObject(v.entriesFromList(Object.keys(defaults), v.optional(fieldName)), unknown(defaults)),
      v.transform((given): Fields => ({ ...defaults, ...given })),
    ),
    {},
  );

const ROW = 'must be like { "label": "…", "field": "…" }';

const mappingFile = v.strictObject(
  {
    order: fieldsOf(DEFAULTS.order),
    event: fieldsOf(DEFAULTS.event),
    answer: v.optional(
      v.record(fieldName, v.string('must be text in quotes'), 'must be an object in { }'),
      DEFAULTS.answer,
    ),
    statuses: v.pipe(
      v.optional(v.record(v.string(), v.nullable(label), 'must be an object in { }'), {}),
      v.transform((given) => ({ ...DEFAULTS.statuses, ...given })),
    ),
    /** Fields of ServiceOrder that Order Summary shows, too. */
    rows: v.optional(
      v.pipe(
        v.array(v.strictObject({ label, field: fieldName }, ROW), 'must be a list of rows in [ ]'),
        v.maxLength(20, 'must be at most 20 rows'),
      ),
      [],
    ),
  },
  unknown({ ...DEFAULTS, rows: [] }),
);

export type Mapping = v.InferOutput<typeof mappingFile>;

/** Reads ACUMATICA_MAPPING, which overrides the portal's table. @throws ConfigError naming each wrong field */
export const readMapping = async (file: string | undefined): Promise<Mapping> =>
  file ? readConfigFile('ACUMATICA_MAPPING', file, mappingFile) : v.parse(mappingFile, {});
