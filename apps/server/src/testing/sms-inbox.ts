import Fastify from 'fastify';

/** A text message as Twilio's API received it. */
export interface ReceivedSms {
  path: string;
  authorization: string | undefined;
  to: string | null;
  from: string | null;
  /** The id of a messaging service, which chooses the sender. */
  service: string | null;
  body: string | null;
}

/** A fake of Twilio's API for messages and the account that keeps the messages it receives. */
export const startSmsInbox = async () => {
  const received: ReceivedSms[] = [];
  let refusal: { status: number; code: number } | undefined;
  const app = Fastify();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, text: string) => new URLSearchParams(text),
  );
  app.post<{ Body: URLSearchParams }>(
    '/2010-04-01/Accounts/:sid/Messages.json',
    async ({ url, headers, body }, reply) => {
      if (refusal)
        return reply
          .code(refusal.status)
          .send({ ...refusal, message: 'Refused', more_info: 'https://www.twilio.com' });
      received.push({
        path: url,
        authorization: headers.authorization,
        to: body.get('To'),
        from: body.get('From'),
        service: body.get('MessagingServiceSid'),
        body: body.get('Body'),
      });
      return reply.code(201).send({ sid: 'SM1', status: 'queued' });
    },
  );
  app.get('/2010-04-01/Accounts/:sid.json', async (_, reply) =>
    refusal ? reply.code(refusal.status).send(refusal) : { status: 'active' },
  );

  return {
    received,
    url: await app.listen({ port: 0, host: '127.0.0.1' }),
    /** Answers with an error of Twilio's from now on; without one, accepts again. */
    refuse: (status?: number, code = 0) =>
      void (refusal = status === undefined ? undefined : { status, code }),
    close: () => app.close(),
  };
};
