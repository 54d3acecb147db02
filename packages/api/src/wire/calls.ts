import { LANGUAGES } from '@portal/contract';
import * as v from 'valibot';
import {
  ANSWER_LIMITS,
  answerFileSchema,
  authCheckSchema,
  notificationEventsResponseSchema,
  notificationEventsSchema,
  notificationPreferencesSchema,
  notificationStatusSchema,
  serviceOrderSchema,
  sessionSchema,
  signInResponseSchema,
} from './schemas';

const LONGEST_ORDER_NBR = 64;
const LONGEST_TEXT = 320;

/** The number of an order (ServiceOrderNbr), on the wire and in imports. */
export const orderNbrSchema = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(LONGEST_ORDER_NBR, `is longer than ${LONGEST_ORDER_NBR} characters`),
  // PostgreSQL rejects NUL (in Cc) and half surrogate pairs (Cs), both as a value and as a parameter.
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be a single line'),
);

const text = v.pipe(v.string(), v.maxLength(LONGEST_TEXT));
const uuid = v.pipe(v.string(), v.uuid());

const answerId = v.pipe(v.string(), v.maxLength(ANSWER_LIMITS.idLength));
const answerText = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(ANSWER_LIMITS.textLength),
  // PostgreSQL rejects NUL.
  v.regex(/^[^\0]*$/),
);

/** No body or an empty object. To valibot, an empty array is an object without fields: reject it. */
const emptyBody = v.nullish(
  v.pipe(
    v.unknown(),
    v.check((body) => !Array.isArray(body)),
    v.strictObject({}),
  ),
);

/** One call of the API. `request` has a strict schema for each part that the call takes. */
export interface Call {
  method: 'GET' | 'POST';
  path: `/${string}`;
  summary: string;
  request: { body?: v.GenericSchema; querystring?: v.GenericSchema };
  response: v.GenericSchema;
  /** The most bytes of a file that the call takes, as multipart/form-data. */
  fileLimit?: number;
}

const READ = { method: 'GET', request: {} } as const;

/** Where the specification leaves a response open, the portal responds with `{ success, message }`. */
const ACTION = { method: 'POST', response: signInResponseSchema } as const;

/**
 * The nine calls of specification section 7, and the portal's own, which another server may lack.
 * The upstream proxy and `/openapi.json` are made from this table; the server's routes take path and schemas from it.
 */
export const calls = {
  requestEmailCode: {
    ...ACTION,
    path: '/customer-login/email',
    summary: 'Sends a one-time code to an email address',
    request: { body: v.strictObject({ email: text }) },
  },
  requestPhoneCode: {
    ...ACTION,
    path: '/customer-login/phone',
    summary: 'Sends a one-time code to a phone number',
    request: { body: v.strictObject({ phone: text }) },
  },
  verifyEmailCode: {
    ...ACTION,
    path: '/customer-login/email/verify',
    summary: 'Signs in with the code sent to an email address',
    request: { body: v.strictObject({ email: text, code: text }) },
  },
  verifyPhoneCode: {
    ...ACTION,
    path: '/customer-login/phone/verify',
    summary: 'Signs in with the code sent to a phone number',
    request: { body: v.strictObject({ phone: text, code: text }) },
  },
  checkAuth: {
    ...READ,
    path: '/auth-check',
    summary: 'Responds with 200, and who the customer is, when they are signed in, 401 otherwise',
    response: authCheckSchema,
  },
  listServiceOrders: {
    ...READ,
    path: '/serviceOrder/list',
    summary:
      'Lists the orders of the customer; of their events, only the next ones and the one that waits for the customer, without bodies',
    response: v.array(serviceOrderSchema),
  },
  getServiceOrder: {
    method: 'GET',
    path: '/serviceOrder/get',
    summary: 'Returns one order with its events, in an array; an unknown order is an empty array',
    request: { querystring: v.strictObject({ serviceOrderNbr: v.pipe(v.string(), v.minLength(1)) }) },
    response: v.array(serviceOrderSchema),
  },
  getNotificationPreferences: {
    ...READ,
    path: '/serviceOrder/get-notification-status',
    summary: 'Returns how the customer wants to be notified',
    response: notificationStatusSchema,
  },
  updateNotificationPreferences: {
    ...ACTION,
    path: '/serviceOrder/update-notification-status',
    summary: 'Saves how the customer wants to be notified',
    request: { body: v.strictObject(notificationPreferencesSchema.entries) },
  },
  getNotificationEvents: {
    ...READ,
    path: '/notification-preferences/events',
    summary: 'Returns which changes of which orders are worth a message',
    response: notificationEventsResponseSchema,
  },
  updateNotificationEvents: {
    ...ACTION,
    path: '/notification-preferences/events',
    summary: 'Saves which changes are worth a message',
    request: { body: v.strictObject(notificationEventsSchema.entries) },
  },
  muteOrder: {
    ...ACTION,
    path: '/orders/mute',
    summary: 'Ends or resumes messages about one order; another customer’s order is ignored',
    request: { body: v.strictObject({ serviceOrderNbr: orderNbrSchema, muted: v.boolean() }) },
  },
  answerOrder: {
    ...ACTION,
    path: '/orders/answer',
    summary:
      'Answers a question about an order, or writes about it; the same key is the same answer, also if it comes twice',
    request: {
      body: v.strictObject({
        serviceOrderNbr: orderNbrSchema,
        /** Absent: a message that nobody asked for. */
        question: v.optional(answerId),
        choice: v.optional(answerId),
        text: v.optional(answerText),
        files: v.optional(v.pipe(v.array(uuid), v.maxLength(ANSWER_LIMITS.files))),
        key: uuid,
        /** The revision of the question that the customer read: a later one is not what they answer. */
        revision: v.optional(text),
      }),
    },
  },
  sendAnswerFile: {
    method: 'POST',
    path: '/orders/answer/files',
    summary: 'Stores a photo (JPEG, PNG, WebP) or PDF for an answer',
    request: {},
    response: answerFileSchema,
    fileLimit: ANSWER_LIMITS.fileBytes,
  },
  testNotification: {
    ...ACTION,
    path: '/notification-preferences/test',
    summary: 'Sends one test message through each channel that the customer has chosen',
    request: { body: emptyBody },
  },
  chooseLanguage: {
    ...ACTION,
    path: '/language',
    summary: 'Saves the language of messages to the customer',
    request: { body: v.strictObject({ language: v.picklist(LANGUAGES) }) },
  },
  listSessions: {
    ...READ,
    path: '/sessions',
    summary: 'Lists where the customer is signed in, this session first',
    response: v.array(sessionSchema),
  },
  endSessions: {
    ...ACTION,
    path: '/sessions/end',
    summary: 'Ends one other session of the customer, or all others; one that is over is no failure',
    request: {
      body: v.union([v.strictObject({ id: uuid }), v.strictObject({ others: v.literal(true) })]),
    },
  },
  logOut: {
    method: 'POST',
    path: '/logout',
    summary: 'Ends the session',
    request: { body: emptyBody },
    response: v.object({
      ...signInResponseSchema.entries,
      /** Where the browser ends the session of the identity provider that the customer signed in with. */
      redirect: v.optional(v.string()),
    }),
  },
} as const satisfies Record<string, Call>;
