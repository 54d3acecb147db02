import Fastify from 'fastify';
import * as v from 'valibot';

/** A text message as a provider's API received it. */
export interface ReceivedSms {
  path: string;
  authorization: string | undefined;
  /** The provider drops repeated requests with it. */
  token: unknown;
  to: string | null;
  body: string | null;
  /** All fields of the request: Twilio's of a form, Vonage's of JSON. */
  fields: Record<string, unknown>;
}

const Message = v.strictObject({
  channel: v.literal('sms'),
  message_type: v.literal('text'),
  // No plus, and no 00.
  to: v.pipe(v.string(), v.regex(/^[1-9]\d{6,14}$/)),
  from: v.pipe(v.string(), v.regex(/^([1-9]\d{6,14}|[A-Za-z ]{1,11})$/)),
  text: v.pipe(v.string(), v.maxLength(1000)),
});

/** The numbers of the account. */
const SENDERS = ['+12025550100', '+15005550006'];

/** A fake of the APIs of Twilio and Vonage for messages and the account that keeps the messages it receives. */
export const startSmsInbox = async () => {
  const received: ReceivedSms[] = [];
  let refusal: { status: number; code: number | string } | undefined;
  let account: object | undefined;
  const app = Fastify();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, text: string) => new URLSearchParams(text),
  );

  /** twilio.com/docs/usage/twilios-response */
  const twilioRefusal = ({ status, code }: NonNullable<typeof refusal>) => ({
    code,
    message: 'Refused',
    more_info: `https://www.twilio.com/docs/errors/${code}`,
    status,
  });
  app.post<{ Body: URLSearchParams }>(
    '/2010-04-01/Accounts/:sid/Messages.json',
    async ({ url, headers: { authorization, ...others }, body }, reply) => {
      if (refusal) return reply.code(refusal.status).send(twilioRefusal(refusal));
      const token = others['i-twilio-idempotency-token'];
      const ends = { to: body.get('To'), body: body.get('Body') };
      received.push({ path: url, authorization, token, ...ends, fields: Object.fromEntries(body) });
      return reply.code(201).send({ sid: 'SM1', status: 'queued' });
    },
  );
  app.get('/2010-04-01/Accounts/:sid.json', async (_, reply) =>
    refusal ? reply.code(refusal.status).send(twilioRefusal(refusal)) : (account ?? { status: 'active' }),
  );

  app.get<{ Querystring: { PhoneNumber: string } }>(
    '/2010-04-01/Accounts/:sid/IncomingPhoneNumbers.json',
    async ({ query }) => ({
      incoming_phone_numbers: SENDERS.filter((one) => one === query.PhoneNumber),
    }),
  );

  /** developer.vonage.com/api-errors: a code of the Messages API is a number, a generic one a word. */
  const vonageRefusal = ({ code }: NonNullable<typeof refusal>) => ({
    type: `https://developer.vonage.com/api-errors${typeof code === 'number' ? '/messages' : ''}#${code}`,
    title: 'Refused',
    detail: 'The request was refused.',
    instance: 'bf0ca0bf927b3b52e3cb03217e1a1ddf',
  });
  app.post('/v1/messages', async ({ url, headers: { authorization }, body }, reply) => {
    if (refusal) return reply.code(refusal.status).send(vonageRefusal(refusal));
    const { success, output } = v.safeParse(Message, body);
    if (!success) return reply.code(422).send(vonageRefusal({ status: 422, code: 1150 }));
    received.push({
      path: url,
      authorization,
      token: undefined,
      to: output.to,
      body: output.text,
      fields: output,
    });
    return reply.code(202).send({ message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab' });
  });
  app.get('/account/get-balance', async (_, reply) =>
    refusal
      ? reply
          .code(refusal.status)
          .send({ 'error-code': String(refusal.status), 'error-code-label': 'refused' })
      : (account ?? { value: 10.28, autoReload: false }),
  );

  return {
    received,
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    /** Answers with an error of the provider's from now on; without one, accepts again. */
    refuse: (status?: number, code: number | string = 0) =>
      void (refusal = status === undefined ? undefined : { status, code }),
    /** What the account reads like from now on; without it, as one in order. */
    describeAccount: (body?: object) => void (account = body),
    close: () => app.close(),
  };
};
