import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from '../../testing/listen-locally';
import { startSmsInbox } from '../../testing/sms-inbox';
import { smsService } from './sms-service';
import { twilioService } from './twilio';
import { vonageService } from '../vonage/vonage';

const text = 'Ваш код – your code 👋: 123456';
const message = { id: 'f3b1', to: '+12025550123', subject: '', text, html: '' };
const basic = (account: string) => `Basic ${Buffer.from(account).toString('base64')}`;

let inbox: Awaited<ReturnType<typeof startSmsInbox>>;
beforeAll(async () => void (inbox = await startSmsInbox()));
beforeEach(() => {
  inbox.refuse();
  inbox.describeAccount();
  inbox.received.length = 0;
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => inbox.close());

const SERVICE = 'MG0123456789abcdef0123456789abcdef';

const twilio = (baseUrl: string, from = '+15005550006') =>
  twilioService({ accountSid: 'AC1', authToken: 'secret', from, baseUrl: new URL(baseUrl) });
const vonage = (baseUrl: string, from = '+15005550006') =>
  vonageService({
    ...{ apiKey: 'abcd1234', apiSecret: 'secret', signatureSecret: undefined },
    ...{ from, baseUrl: new URL(baseUrl) },
  });

const providers = {
  Twilio: {
    at: twilio,
    variables: 'TWILIO',
    request: {
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: basic('AC1:secret'),
      fields: { To: '+12025550123', From: '+15005550006', Body: text },
    },
    named: { To: '+12025550123', From: 'Acme', Body: text },
    refusals: [
      ['opted out', 400, 21610, true],
      ['no such number', 400, 21211, true],
      ['region not permitted', 403, 21408, true],
      ['handset unreachable', 400, 30003, false],
      ['a messaging service without a sender, which an operator can mend', 400, 21703, false],
      ['a sender that is not the account’s', 400, 21606, false],
      ['wrong credentials', 401, 20003, false],
      ['too many requests', 429, 20429, false],
      ['server error', 500, 20500, false],
    ],
    optedOut: 21610,
  },
  Vonage: {
    at: vonage,
    variables: 'VONAGE',
    request: {
      path: '/v1/messages',
      authorization: basic('abcd1234:secret'),
      fields: { channel: 'sms', message_type: 'text', to: '12025550123', from: '15005550006', text },
    },
    named: { channel: 'sms', message_type: 'text', to: '12025550123', from: 'Acme', text },
    refusals: [
      ['opted out', 422, 1240, true],
      ['no such number', 422, 1170, true],
      ['number barred', 422, 1050, true],
      ['handset switched off', 422, 1180, false],
      ['a sender that the country refuses, which an operator can mend', 422, 1120, false],
      ['no credit', 402, 'low-balance', false],
      ['wrong credentials', 401, 'unauthorized', false],
      ['too many requests', 429, 1000, false],
      ['server error', 500, 1030, false],
    ],
    optedOut: 1240,
  },
} as const;

describe.each(Object.entries(providers))('through %s', (name, provider) => {
  const { at, variables, request, named, refusals, optedOut } = provider;

  test('posts a text message with the account’s credentials', async () => {
    await at(`${inbox.url}/`).send(message);
    expect(inbox.received).toEqual([expect.objectContaining(request)]);
  });

  test('sends from a name', async () => {
    await at(inbox.url, 'Acme').send(message);
    expect(inbox.received).toMatchObject([{ fields: named }]);
  });

  test.each<readonly [string, number, number | string, boolean]>(refusals)(
    '%s (%i, %s) is final: %s',
    async (_what, status, code, isFinal) => {
      inbox.refuse(status, code);
      await expect(at(inbox.url).send(message)).rejects.toMatchObject({
        name: 'DeliveryError',
        message: `sms: ${status} ${Number(code) || 0}`,
        fault: { isFinal, isOptOut: code === optedOut },
      });
    },
  );

  test('treats an unreachable server, or one that is out of order, as retryable', async () => {
    const unreachable = at('http://127.0.0.1:1').send(message);
    await expect(unreachable).rejects.toMatchObject({ fault: { isUnanswered: false } });
    for (const status of [500, 502, 503]) {
      inbox.refuse(status);
      const fault = { isFinal: false, isUnanswered: false };
      await expect(at(inbox.url).send(message)).rejects.toMatchObject({ fault });
    }
  });

  test.each([
    ['hangs up', (request: IncomingMessage) => void request.socket.destroy()],
    ['never answers', () => {}],
    [
      'is behind a gateway that gives up',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(504).end(),
    ],
  ])('knows that a message may have been accepted by a server that %s', async (_what, answer) => {
    const server = createServer(answer);
    const url = await listenLocally(server);
    const soon = AbortSignal.timeout(300);
    jest.spyOn(AbortSignal, 'timeout').mockReturnValue(soon);
    const sending = at(url).send(message);
    await expect(sending).rejects.toMatchObject({ fault: { isUnanswered: true } });
    server.closeAllConnections();
    server.close();
  });

  test('checks the account, sends nothing, and says what to mend', async () => {
    expect(await at(inbox.url).check()).toBeUndefined();
    inbox.describeAccount({ hello: 'I am something else' });
    expect(await at(inbox.url).check()).toBe(
      `It does not answer as ${name} does. Check ${variables}_BASE_URL.`,
    );
    inbox.refuse(401);
    expect(await at(inbox.url).check()).toMatch(`It refuses the account. Copy ${variables}_`);
    expect(await at('http://127.0.0.1:1').check()).toMatch(/^It does not respond/);
    expect(inbox.received).toEqual([]);
  });
});

test('Twilio gets the same token with a repeated text, and another with another text', async () => {
  for (const sent of [message, message, { ...message, text: 'Other' }, { ...message, id: 'f3b2' }])
    await twilio(inbox.url).send(sent);
  const [first, ...others] = inbox.received.map(({ token }) => token);
  expect(first).toMatch(/^[\da-f]{64}$/);
  expect(others).toEqual([first, expect.not.stringMatching(String(first)), expect.any(String)]);
  expect(new Set([first, ...others]).size).toBe(3);
});

test('notices a suspended account at Twilio', async () => {
  inbox.describeAccount({ status: 'suspended' });
  expect(await twilio(inbox.url).check()).toBe('The account is suspended. Activate it in its console.');
});

test('sends through a messaging service when TWILIO_FROM is its id', async () => {
  await twilio(inbox.url, SERVICE).send(message);
  expect(inbox.received).toMatchObject([
    { fields: { To: '+12025550123', MessagingServiceSid: SERVICE, Body: text } },
  ]);
  expect(inbox.received[0]?.fields).not.toHaveProperty('From');
});

test('a refusal without a code opts nobody out', async () => {
  inbox.refuse(503);
  const acme = smsService({
    receivesReplies: false,
    variables: { account: 'ACME_KEY', baseUrl: 'ACME_BASE_URL' },
    account: ['key', 'secret'],
    message: () => ({ url: `${inbox.url}/v1/messages`, body: new URLSearchParams() }),
    check: { url: inbox.url, problemOf: () => undefined },
    codeOf: () => 0,
    optedOut: 0,
    final: new Set(),
    temporary: new Set(),
  });
  await expect(acme.send(message)).rejects.toMatchObject({ fault: { isFinal: false, isOptOut: false } });
});
