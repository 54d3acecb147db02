import * as v from 'valibot';
import { calendarDateOf, newestFirst } from './timestamp';
import { flagField, textField } from './unwrap';

/** A list without the entries that are no objects: one bad entry must not hide the others. */
const listOf = <Output>(entry: v.GenericSchema<unknown, Output>) =>
  v.pipe(
    v.array(v.fallback(v.nullable(entry), null)),
    v.transform((entries) => entries.filter((read) => read !== null)),
  );

/** What an event asks of the customer. One that cannot be read asks nothing here: the event still says it. */
const asksSchema = v.object({
  id: v.string(),
  /** The answers to choose from; without any, a text answers. One with a time is an offered visit. */
  choices: v.optional(
    listOf(v.object({ id: v.string(), label: v.string(), at: textField, until: textField })),
    () => [],
  ),
  /** What may be added. */
  text: flagField,
  files: flagField,
  /** When the company needs the answer. */
  due: textField,
  /** The company takes no answer any more. */
  closed: flagField,
  /** The customer has answered. */
  answered: flagField,
  /** Names the question as it reads now; the answer repeats it. */
  revision: textField,
});

/** A question to the customer. */
export type Asks = v.InferOutput<typeof asksSchema>;

const eventSchema = v.pipe(
  v.object({
    summary: textField,
    body: textField,
    created_by: textField,
    created_at: textField,
    createdDateTime: textField,
    ends_at: textField,
    location: textField,
    status: textField,
    kind: textField,
    asks: v.fallback(v.optional(asksSchema), undefined),
    /** Present on what customers wrote in the portal. */
    answer: v.fallback(
      v.optional(
        v.object({
          /** The id of the question; absent for a message that nobody asked for. */
          question: textField,
          /** Whether the company's system has it. */
          received: flagField,
          /** Somebody else who sees the order wrote it. */
          isOfOther: flagField,
        }),
      ),
      undefined,
    ),
  }),
  v.transform(({ created_at, createdDateTime, ...event }) => ({
    ...event,
    created_at: created_at ?? createdDateTime,
  })),
);

/** A list in an order, wrapped or plain; null if it is not a list. */
const listIn = <Output>(entry: v.GenericSchema<unknown, Output>) =>
  v.fallback(
    v.nullable(
      v.union([
        listOf(entry),
        v.pipe(
          v.object({ value: listOf(entry) }),
          v.transform(({ value }) => value),
        ),
      ]),
    ),
    null,
  );

/** A date, which ERPs write as its midnight. Times of events are none: a visit may begin at midnight. */
const dateField = v.pipe(
  textField,
  v.transform((text) => calendarDateOf(text ?? '') ?? text),
);

/** A file of an order; `about` and `at` say which event it belongs to. */
const orderFileSchema = v.object({
  name: textField,
  url: textField,
  /** In bytes, where the server knows it. */
  size: v.fallback(v.optional(v.number()), undefined),
  about: textField,
  at: textField,
});

/** A service order (specification section 3). Fields are unwrapped; a missing one is undefined. */
export const serviceOrderSchema = v.object({
  ServiceOrderNbr: textField,
  Description: textField,
  Status: textField,
  Date: dateField,
  LastModifiedDateTime: textField,
  /** Newest first. */
  events: v.pipe(
    v.optional(listIn(eventSchema), null),
    v.transform((events) => newestFirst(events ?? [], ({ created_at }) => created_at)),
  ),
  /** More rows of Order Summary, an addition to the specification. */
  details: v.optional(listIn(v.object({ label: textField, value: textField }))),
  /** Photos and documents that no event's text has, an addition to the specification. */
  files: v.optional(listIn(orderFileSchema)),
  /** Whether the customer can write about it in the portal. */
  takesMessages: flagField,
});

export const serviceOrdersSchema = listOf(serviceOrderSchema);

/**
 * One line of the event log. `body` is HTML, `created_at` a timestamp. Additions to the specification: `ends_at` and
 * `location`, the end and place of a visit; `kind`, where the words of the status say it to the company alone; `asks` and
 * `answer`.
 */
export type ServiceOrderEvent = v.InferOutput<typeof eventSchema>;
export type OrderFile = v.InferOutput<typeof orderFileSchema>;
export type ServiceOrder = v.InferOutput<typeof serviceOrderSchema>;

/** How a customer wants to be notified (specification section 3). */
export const notificationPreferencesSchema = v.object({ email: v.boolean(), sms: v.boolean() });

export type NotificationPreferences = v.InferOutput<typeof notificationPreferencesSchema>;

/** The address and number that messages go to, masked by the server; null when the customer has none. */
const contactsSchema = v.object({
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
});

/** The response with the saved preferences. `contacts` is an addition to the specification: another server may omit it. */
export const notificationStatusSchema = v.object({
  ...notificationPreferencesSchema.entries,
  contacts: v.optional(contactsSchema),
});

export type NotificationStatus = v.InferOutput<typeof notificationStatusSchema>;

/** The response of the sign-in calls, and of others that return no data (specification section 7). */
export const signInResponseSchema = v.object({
  success: v.boolean(),
  message: v.optional(v.nullable(v.string())),
});

export type SignInResponse = v.InferOutput<typeof signInResponseSchema>;

/** The same response as another server may write it: without `success`, it is a failure; an empty message is none. */
export const readSignInResponseSchema = v.object({
  success: v.optional(v.boolean(), false),
  message: textField,
});

/** Which changes of an order are worth a message to the customer. */
export const notificationEventsSchema = v.object({
  status: v.boolean(),
  entries: v.boolean(),
  /** A visit that is near; absent where the operator sends no reminders. */
  visits: v.optional(v.boolean()),
});

export type NotificationEvents = v.InferOutput<typeof notificationEventsSchema>;

export const notificationEventsResponseSchema = v.object({
  ...notificationEventsSchema.entries,
  /** Whether a channel that the customer has chosen reaches them at all. */
  isReached: v.boolean(),
  /** The numbers of orders without messages, the last muted first. */
  mutedOrders: v.array(v.string()),
});

/** A place where the customer is signed in; `device` and `country` are names in the language of the request. */
export const sessionSchema = v.object({
  id: v.string(),
  device: v.nullable(v.string()),
  country: v.nullable(v.string()),
  isCurrent: v.boolean(),
  lastUsedAt: v.string(),
});

export type Session = v.InferOutput<typeof sessionSchema>;

/** The customer of the session. */
const signedInCustomerSchema = v.object({ name: v.nullable(v.string()), contacts: contactsSchema });

/** The response of the auth check. `customer` is an addition to the specification: another server may omit it. */
export const authCheckSchema = v.object({
  ...signInResponseSchema.entries,
  customer: v.optional(signedInCustomerSchema),
});

export type SignedInCustomer = v.InferOutput<typeof signedInCustomerSchema>;

/** What an answer may have at most; `idLength` is that of the company's ids of questions and choices. */
export const ANSWER_LIMITS = { files: 5, fileBytes: 10 * 1024 * 1024, textLength: 4000, idLength: 128 };

/** A file that waits for its answer; `size` in bytes, as it is stored. */
export const answerFileSchema = v.object({ id: v.string(), name: v.string(), size: v.number() });
