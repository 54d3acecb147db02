import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { configuredDriver } from '../../messages/drivers';
import { DeliveryError, type Driver, type Message } from '../../messages/message';
import { readConfig } from '../../variables';
import { listenLocally } from '../../testing/listen-locally';
import { startSmtpInbox } from '../../testing/smtp-inbox';
import { useTestApp } from '../../testing/test-app';
import { postAnswer } from './answer-webhook';
import { createDeliveries } from './deliveries';
import { deliveryStore } from './delivery-store';

const portal = useTestApp();

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;

/** Called after each test, even if it fails. */
const toClose: (() => unknown)[] = [];
afterEach(() => Promise.all(toClose.splice(0).map((close) => close())));

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

/** A server of the company that keeps what it gets. @param respond instead of 200, for each request in turn */
const startReceiver = async (...respond: ((response: ServerResponse) => unknown)[]) => {
  const received: Received[] = [];
  const keep = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ headers: request.headers, body: (await buffer(request)).toString() });
    const next = respond.shift();
    if (next) next(response);
    else response.end('ok');
  };
  const server = createServer((request, response) => void keep(request, response));
  toClose.push(() => server.close().closeAllConnections());
  return { received, url: `${await listenLocally(server)}/answers` };
};

const startInbox = async (...options: Parameters<typeof startSmtpInbox>) => {
  const inbox = await startSmtpInbox(...options);
  toClose.push(inbox.close);
  return inbox;
};

const logged: string[] = [];
const note = (...entry: unknown[]) => void logged.push(JSON.stringify(entry));
beforeEach(() => (logged.length = 0));

type Options = Partial<Parameters<typeof createDeliveries>[0]>;

/** The deliveries of one replica. */
const replica = (env: Record<string, string>, options: Options = {}) => {
  const config = readConfig(
    { PUBLIC_URL: 'http://portal.test', DATA_DIR: portal.config.dataDir, ...env },
    '/',
  );
  const log = { warn: note, error: note };
  const { database, keys } = portal;
  const mail = configuredDriver('email', { config, log });
  const lanes = createDeliveries({ config, database, keys, log, sources: [], mail, ...options });
  return {
    deliver: async () => {
      await Promise.all(
        lanes.map(async ({ dispatch, finish }) => {
          while (await dispatch());
          await finish();
        }),
      );
    },
  };
};

type Target = 'mail' | 'webhook' | 'erp';

/** Ann answers a question about her order. @returns the id of the answer */
const answer = async (
  targets: Target[],
  given: object = {},
  files: { name: string; bytes: number }[] = [],
) => {
  const customerId = (
    await portal.database
      .insertInto('customers')
      .values({ email: 'ann@example.com', phone: '+12025550123', name: 'Ann Example' })
      .onConflict((conflict) => conflict.column('email').doUpdateSet({ name: 'Ann Example' }))
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  const { id } = await portal.database
    .insertInto('answers')
    .values({
      customer_id: customerId,
      order_nbr: '000019',
      key: randomUUID(),
      question: randomUUID(),
      asked: 'May we order the pump?',
      choice: 'yes',
      label: 'Approve $ 470.50',
      message: 'Please call first.\n<b>Thanks</b>',
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { name, bytes } of files)
    await portal.database
      .insertInto('answer_files')
      .values({
        customer_id: customerId,
        answer_id: id,
        name,
        type: 'image/jpeg',
        content: Buffer.alloc(bytes, 1),
      })
      .execute();
  await portal.database
    .insertInto('answer_deliveries')
    .values(targets.map((target) => ({ answer_id: id, target })))
    .execute();
  return id;
};

const deliveries = () =>
  portal.database
    .selectFrom('answer_deliveries')
    .select(['target', 'attempts', 'failure', 'reference', 'delivered_at'])
    .orderBy('target')
    .execute();

const webhookEnv = (url: string) => ({ ANSWERS_WEBHOOK_URL: url, ANSWERS_WEBHOOK_SECRET: SECRET });

describe('the webhook', () => {
  test('gets a signed answer, as Standard Webhooks verify it, with links to the files', async () => {
    const { received, url } = await startReceiver();
    const id = await answer(['webhook'], {}, [{ name: 'leak ü.jpg', bytes: 3 }]);
    await replica(webhookEnv(url)).deliver();
    expect(received).toHaveLength(1);
    const [{ headers, body }] = received as [Received];
    const [timestamp, signature] = [headers['webhook-timestamp'], headers['webhook-signature']];
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', key)
      .update(`${id}.${String(timestamp)}.${body}`)
      .digest('base64');
    expect(signature).toBe(`v1,${expected}`);
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
    expect([headers['webhook-id'], headers['idempotency-key']]).toEqual([id, id]);
    const payload = JSON.parse(body) as { data: { files: { url: string }[] } };
    expect(payload).toMatchObject({
      type: 'answer.created',
      data: {
        id,
        serviceOrderNbr: '000019',
        customer: { name: 'Ann Example', email: 'ann@example.com', phone: '+12025550123' },
        question: { text: 'May we order the pump?' },
        choice: { id: 'yes', label: 'Approve $ 470.50' },
        text: 'Please call first.\n<b>Thanks</b>',
        files: [{ name: 'leak ü.jpg', type: 'image/jpeg', size: 3 }],
      },
    });
    expect((await deliveries())[0]).toMatchObject({ failure: null, delivered_at: expect.any(Date) });
  });

  test.each<[string, (response: ServerResponse) => unknown, string]>([
    ['answers 500', (response) => response.writeHead(500).end('secret'), 'webhook: 500'],
    ['resets', (response) => response.socket?.resetAndDestroy(), 'webhook: no response (ECONNRESET)'],
    ['redirects', (response) => response.writeHead(302, { location: '/elsewhere' }).end(), 'webhook: 302'],
    // What arrived is known there by its id.
    ['loses the response', (response) => response.destroy(), 'webhook: no response (UND_ERR_SOCKET)'],
  ])('that %s gets the answer again, with the same id', async (_what, fault, failure) => {
    const { received, url } = await startReceiver(fault);
    const id = await answer(['webhook']);
    const { deliver } = replica(webhookEnv(url));
    await deliver();
    expect(await deliveries()).toMatchObject([{ attempts: 1, failure, delivered_at: null }]);
    await deliver();
    expect(received).toHaveLength(1);
    await portal.passTime({ seconds: 5 });
    await deliver();
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(await deliveries()).toMatchObject([
      { attempts: 2, failure: null, delivered_at: expect.any(Date) },
    ]);
  });

  test('that hangs is given up', async () => {
    const { url } = await startReceiver(() => {});
    const found = await deliveryStore(portal.database).find(await answer(['webhook']));
    if (!found) throw new Error('There is no answer.');
    const post = postAnswer({ url: new URL(url), secret: SECRET }, () => '', 50);
    await expect(post(found)).rejects.toThrow('webhook: no response within 0.05 seconds');
  });

  test('that never ends its response has the answer with the status', async () => {
    const { url } = await startReceiver((response) => response.writeHead(200).write('…'));
    await answer(['webhook']);
    await replica(webhookEnv(url)).deliver();
    expect(await deliveries()).toMatchObject([{ delivered_at: expect.any(Date) }]);
  });

  test('is tried for ever, at least once an hour', async () => {
    const { received, url } = await startReceiver(
      ...Array.from({ length: 40 }, () => (response: ServerResponse) => response.writeHead(503).end()),
    );
    await answer(['webhook']);
    const { deliver } = replica(webhookEnv(url));
    for (let attempts = 0; attempts <= 40; attempts += 1) {
      await deliver();
      await portal.passTime({ hours: 1 });
    }
    expect(received).toHaveLength(41);
    expect(await deliveries()).toMatchObject([{ delivered_at: expect.any(Date) }]);
  });
});

describe('the mail', () => {
  const mailEnv = (url: string) => ({
    SMTP_URL: url,
    MAIL_FROM: 'Acme <portal@acme.test>',
    SUPPORT_EMAIL: 'support@acme.test',
  });

  test('says who answers what, with the files; replying writes to the customer', async () => {
    const inbox = await startInbox();
    const id = await answer(['mail'], {}, [{ name: 'leak.jpg', bytes: 3 }]);
    await replica({ ...mailEnv(inbox.url), ANSWERS_EMAIL: 'service@acme.test' }).deliver();
    expect(inbox.received).toMatchObject([
      {
        recipients: ['service@acme.test'],
        mail: {
          messageId: `<${id}@portal.test>`,
          replyTo: [{ address: 'ann@example.com' }],
          subject: 'Answer about order 000019: May we order the pump? → Approve $ 470.50',
          attachments: [{ filename: 'leak.jpg', mimeType: 'image/jpeg' }],
        },
      },
    ]);
    const { text = '', html = '' } = inbox.received[0]?.mail ?? {};
    for (const shown of [
      'May we order the pump?',
      'Approve $ 470.50',
      'Please call first.\n<b>Thanks</b>',
      '+12025550123',
    ])
      expect(text).toContain(shown);
    expect(html).toContain('&lt;b&gt;Thanks&lt;/b&gt;');
  });

  test('goes to SUPPORT_EMAIL by default, in the language of the company', async () => {
    const inbox = await startInbox();
    await answer(['mail'], { question: null, asked: null, choice: null, label: null });
    await replica({ ...mailEnv(inbox.url), LANGUAGES: 'de,en' }).deliver();
    expect(inbox.received).toMatchObject([
      { recipients: ['support@acme.test'], mail: { subject: 'Nachricht zu Auftrag 000019' } },
    ]);
  });

  test('attaches 15 MB at most, and links to the rest', async () => {
    const inbox = await startInbox();
    const large = 8 * 1024 * 1024;
    await answer(['mail'], {}, [
      { name: 'one.jpg', bytes: large },
      { name: 'two.jpg', bytes: large },
    ]);
    await replica(mailEnv(inbox.url)).deliver();
    const { attachments, text } = inbox.received[0]?.mail ?? {};
    expect(attachments?.map(({ filename }) => filename)).toEqual(['one.jpg']);
    expect(text).toMatch(/two\.jpg.*http:\/\/portal\.test\/orders\/answer\/files\/signed\//s);
  });

  test('to a server that refuses large mails comes without its files in the end', async () => {
    const sent: Message[] = [];
    const send: Driver['send'] = async (message) => {
      if (message.attachments?.length) throw new DeliveryError('mail: 552 too large', { isFinal: true });
      sent.push(message);
    };
    await answer(['mail'], {}, [{ name: 'leak.jpg', bytes: 3 }]);
    const { deliver } = replica({ SUPPORT_EMAIL: 'support@acme.test' }, { mail: { send } });
    for (let attempts = 0; attempts < 4; attempts += 1) {
      await deliver();
      await portal.passTime({ hours: 1 });
    }
    expect(sent).toMatchObject([{ attachments: [], text: expect.stringContaining('leak.jpg') }]);
  });

  test('without a mail server is kept as a file, like other mails', async () => {
    await answer(['mail']);
    await replica({ SUPPORT_EMAIL: 'support@acme.test' }).deliver();
    expect(await portal.inbox.files()).toEqual([expect.stringMatching(/-email-support@acme\.test\.eml$/)]);
  });

  test('of an erased customer is not sent', async () => {
    const inbox = await startInbox();
    await answer(['mail']);
    await portal.database.deleteFrom('customers').execute();
    await replica(mailEnv(inbox.url)).deliver();
    expect(inbox.received).toEqual([]);
  });
});

describe('the ERP', () => {
  test('gets the answer as people read it, and is asked only by the replica that works with it', async () => {
    const taken: { id: string; isRepeated: boolean; summary: string; body: string }[] = [];
    let isLeading = false;
    const source = {
      isLeading: async () => isLeading,
      takeAnswer: async (given: (typeof taken)[number]) => {
        taken.push(given);
        if (taken.length === 1) throw new DeliveryError('Acumatica does not answer.');
        return 'note-1';
      },
    };
    const id = await answer(['erp'], {}, [{ name: 'leak.jpg', bytes: 3 }]);
    const { deliver } = replica({}, { sources: [source] });
    await deliver();
    expect(await deliveries()).toMatchObject([{ attempts: 0 }]);
    isLeading = true;
    await deliver();
    await portal.passTime({ minutes: 1 });
    await deliver();
    expect(taken).toMatchObject([
      { id, isRepeated: false, body: expect.stringContaining('&lt;b&gt;Thanks&lt;/b&gt;') },
      { id, isRepeated: true, summary: expect.stringContaining('May we order the pump?') },
    ]);
    expect(await deliveries()).toMatchObject([{ reference: 'note-1', delivered_at: expect.any(Date) }]);
  });
});

test('two replicas deliver 60 answers once each, several at once', async () => {
  const { received, url } = await startReceiver();
  for (let index = 0; index < 60; index += 1) await answer(['webhook']);
  const env = webhookEnv(url);
  await Promise.all([replica(env).deliver(), replica(env).deliver()]);
  expect(received).toHaveLength(60);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
});

test('an answer of a process that was killed after sending is sent again with the same id', async () => {
  const { received, url } = await startReceiver();
  const id = await answer(['webhook']);
  // It has the lease, and dies before it writes that down.
  await deliveryStore(portal.database).lease('webhook', 1);
  const { deliver } = replica(webhookEnv(url));
  await deliver();
  expect(received).toHaveLength(0);
  await portal.passTime({ seconds: 60 });
  await deliver();
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id]);
});

test('a server that hangs delays neither another system nor another answer', async () => {
  const releases: (() => void)[] = [];
  const send: Driver['send'] = () => new Promise<void>((release) => void releases.push(release));
  const { received, url } = await startReceiver();
  await answer(['mail', 'webhook']);
  await answer(['mail']);
  const env = { ...webhookEnv(url), SUPPORT_EMAIL: 'support@acme.test' };
  const delivered = replica(env, { mail: { send } }).deliver();
  while (received.length < 1 || releases.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const release of releases) release();
  await delivered;
  expect((await deliveries()).map((row) => row.delivered_at)).toEqual(Array(3).fill(expect.any(Date)));
});

test('a system that is no longer configured says so', async () => {
  await answer(['mail', 'webhook', 'erp']);
  await replica({}).deliver();
  expect((await deliveries()).map(({ failure }) => failure)).toEqual([
    expect.stringContaining('no ERP'),
    expect.stringContaining('set ANSWERS_EMAIL'),
    expect.stringContaining('set ANSWERS_WEBHOOK_URL'),
  ]);
});

test('no line of the log has the address of the customer, or what they wrote', async () => {
  const inbox = await startInbox({
    onData: (stream, _session, done) =>
      void stream.resume().on('end', () => done(new Error('ann@example.com is on fire'))),
  });
  await answer(['mail']);
  await replica({
    SMTP_URL: inbox.url,
    MAIL_FROM: 'portal@acme.test',
    SUPPORT_EMAIL: 's@acme.test',
  }).deliver();
  expect(logged.join()).toContain('answer delayed');
  expect(logged.join()).not.toMatch(/ann@|Please call/);
});
