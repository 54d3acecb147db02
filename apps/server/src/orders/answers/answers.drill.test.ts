import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import getPort from 'get-port';
import { sql } from 'kysely';
import { CREDENTIALS, startFakeAcumatica } from '../../../../../e2e/acumatica/fake-acumatica';
import { customerStore } from '../../identity/customers/customer-store';
import { createSessions } from '../../identity/sessions/session-store';
import { openDatabase, type Database } from '../../platform/database/connect';
import { listenLocally } from '../../testing/listen-locally';
import { startPostgres } from '../../testing/postgres-server';
import { startServer } from '../../testing/server-process';
import { startSmtpInbox } from '../../testing/smtp-inbox';
import { importCustomers } from '../import/import-customers';

/*
 * 200 answers of 20 customers, while the server is killed, the database goes away, and each system of the company fails or
 * loses its responses. `pnpm --filter server build` first.
 */

const CUSTOMERS = 20;
const ORDERS_OF_EACH = 10;
const KILLS = 5;

/** https://en.wikipedia.org/wiki/Linear_congruential_generator, with the parameters of POSIX. */
const createDice = (seed: number) => {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % sides;
  };
};

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** The company: its mail server, a receiver of webhooks, and its ERP, each of which fails at times until it recovers. */
const startCompany = async () => {
  const roll = createDice(49);
  const state = { isFailing: true };
  const isFault = (oneOf: number) => state.isFailing && roll(oneOf) === 0;
  const mails: string[] = [];
  const posts: string[] = [];

  const inbox = await startSmtpInbox({
    onMailFrom: (_address, _session, done) =>
      isFault(4) ? done(Object.assign(new Error('Try later'), { responseCode: 451 })) : done(),
    onData: (stream, _session, done) => {
      const receive = async () => {
        const mail = await readText(stream);
        mails.push(/^Message-ID: <(.*)@/im.exec(mail)?.[1] ?? '');
        // It has the mail, and says the opposite.
        if (isFault(4)) throw Object.assign(new Error('Try later'), { responseCode: 451 });
      };
      // A portal that is killed sends half a mail.
      receive().then(() => done(), done);
    },
  });
  closing.push(inbox.close);

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readText(request);
    if (isFault(5)) return void response.writeHead(500).end();
    if (isFault(5)) return void request.socket.destroy();
    posts.push((JSON.parse(body) as { data: { id: string } }).data.id);
    // It has the answer, and its response is lost.
    if (isFault(5)) return void request.socket.destroy();
    response.end();
  };
  const receiver = createServer((request, response) => void receive(request, response));
  closing.push(() => receiver.close().closeAllConnections());

  const erp = await startFakeAcumatica();
  closing.push(erp.stop);
  return {
    ...{ mails, posts, erp, isFault },
    env: {
      ANSWERS_EMAIL: 'service@acme.test',
      SMTP_URL: inbox.url,
      MAIL_FROM: 'portal@acme.test',
      ANSWERS_WEBHOOK_URL: await listenLocally(receiver),
      ANSWERS_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
      ACUMATICA_URL: erp.url,
      ACUMATICA_TENANT: CREDENTIALS.tenant,
      ACUMATICA_USER: CREDENTIALS.user,
      ACUMATICA_PASSWORD: CREDENTIALS.password,
      ACUMATICA_REQUESTS_PER_MINUTE: '6000',
    },
    recover: () => {
      state.isFailing = false;
      erp.state.isDown = false;
      erp.state.lostWrites = 0;
      erp.faults.length = 0;
    },
  };
};

const emailOf = (customer: number) => `customer-${customer}@example.com`;

/** A half of each customer's orders comes from the ERP; each of the others asks something. */
const ordersOf = (customer: number) =>
  Array.from({ length: ORDERS_OF_EACH }, (_, index) => ({
    number: `${customer}-${index}`,
    question: index % 2 === 0 ? undefined : `q-${index}`,
  }));

const importQuestions = async (database: Database) => {
  const rows = Array.from({ length: CUSTOMERS }, (_, customer) => ({
    email: emailOf(customer),
    orders: ordersOf(customer).flatMap(({ number, question }) => {
      const asks = { id: question, choices: [{ id: 'yes', label: 'Approve' }] };
      const event = { summary: 'May we order the pump?', created_at: '2026-03-02T10:00:00Z', asks };
      return question ? [{ ServiceOrderNbr: number, events: [event] }] : [];
    }),
  }));
  expect(await importCustomers(database, JSON.stringify(rows))).toMatchObject({ outcome: 'loaded' });
};

/** A customer with two tabs, who sends again until the portal has the answer. */
const createCustomer = (url: string, session: string) => {
  const ask = async (path: string, body?: object): Promise<Response> => {
    for (;;) {
      const cookie = `session_token=${session}`;
      const csrf = (await fetch(`${url}/auth-check`, { headers: { cookie } }).catch(() => undefined))
        ?.headers;
      const response = await fetch(url + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          cookie,
          'x-xsrf-token': csrf?.get('x-xsrf-token') ?? '',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      }).catch(() => undefined);
      // 403: the token did not come.
      if (response && response.status < 500 && response.status !== 403) return response;
      await sleep(200);
    }
  };

  return {
    /** Answers in both tabs at once: a question by two people, a message by one who hears nothing. */
    answer: async ({ number, question }: ReturnType<typeof ordersOf>[number]) => {
      const key = randomUUID();
      const given = question ? { question, choice: 'yes' } : { text: `About ${number}` };
      const tabs = [key, question ? randomUUID() : key];
      const responses = await Promise.all(
        tabs.map((tab) => ask('/orders/answer', { serviceOrderNbr: number, key: tab, ...given })),
      );
      return responses.map(({ status }) => status);
    },
    /** What the customer sees of their answers about an order. */
    see: async (number: string) => {
      const orders = (await (await ask(`/serviceOrder/get?serviceOrderNbr=${number}`)).json()) as {
        events: { summary: string; answer?: { received: boolean } }[];
      }[];
      return orders[0]?.events.filter(({ answer }) => answer).map(({ answer }) => answer?.received);
    },
  };
};

/** Waits until it is true. */
const until = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await sleep(500);
};

test('200 answers under faults reach each system of the company, none lost, none twice', async () => {
  const home = await mkdtemp(join(tmpdir(), 'portal-answers-'));
  closing.push(() => rm(home, { recursive: true }));
  const postgres = await startPostgres();
  closing.push(postgres.stop);
  const company = await startCompany();
  for (let customer = 0; customer < CUSTOMERS; customer += 1)
    for (const { number, question } of ordersOf(customer))
      if (!question) company.erp.addOrder(number, { 'Contact/Email': emailOf(customer) });
  const port = String(await getPort());
  const env = { DATABASE_URL: postgres.url, SECRET_KEY: 'ab'.repeat(32), PORT: port, ...company.env };
  let server = startServer(home, { ...env, LOG_LEVEL: 'error' });
  closing.push(async () => {
    server.child.kill('SIGTERM');
    await server.exit;
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const { database, close } = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  closing.push(close);
  await importQuestions(database);
  const countOf = async (table: 'orders' | 'answers') =>
    (await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(database))
      .rows[0]?.count;
  await until(async () => (await countOf('orders')) === CUSTOMERS * ORDERS_OF_EACH);

  const sessions = createSessions(database, { idleMinutes: 60, absoluteHours: 1 });
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, customer) => {
      const id = await customerStore(database).find({ channel: 'email', address: emailOf(customer) });
      return createCustomer(url, await sessions.open(id ?? ''));
    }),
  );

  const disturb = async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await sleep(1500);
      company.erp.state.lostWrites = 3;
      company.erp.faults.push(500);
      company.erp.state.isDown = kill % 2 === 0;
      if (kill % 2 === 1) {
        const resume = await postgres.interrupt();
        await sleep(1000);
        await resume();
      }
      server.child.kill('SIGKILL');
      await server.exit;
      company.erp.state.isDown = false;
      // The next process need not wait for a minute.
      await sql`update erp_sync set held_until = null`.execute(database);
      server = startServer(home, { ...env, LOG_LEVEL: 'error' });
    }
  };
  const responses: number[][] = [];
  const work = customers.map(async (customer, index) => {
    for (const order of ordersOf(index)) {
      responses.push(await customer.answer(order));
      await sleep(1000);
    }
  });
  await Promise.all([disturb(), ...work]);
  // Some answers are in the ERP, which did not say so.
  await until(async () => company.erp.state.lostWrites === 0);
  // Each tab hears that the answer is there, or that another one was.
  expect(responses.flat().filter((status) => status !== 200 && status !== 409)).toEqual([]);
  expect(responses.filter((statuses) => !statuses.includes(200))).toEqual([]);

  company.recover();
  const waiting = () =>
    database.selectFrom('answer_deliveries').select('target').where('delivered_at', 'is', null).execute();
  await until(async () => {
    // The next hour has come.
    await sql`update answer_deliveries set available_at = now()
      where delivered_at is null and available_at > now() + interval '70 seconds'`.execute(database);
    return (await waiting()).length === 0;
  });

  const answers = await database.selectFrom('answers').select(['id', 'order_nbr', 'question']).execute();
  const ids = answers.map(({ id }) => id).sort();
  expect(new Set(answers.map(({ order_nbr }) => order_nbr)).size).toBe(CUSTOMERS * ORDERS_OF_EACH);
  expect(ids).toHaveLength(CUSTOMERS * ORDERS_OF_EACH);
  expect([...new Set(company.posts)].sort()).toEqual(ids);
  expect([...new Set(company.mails)].sort()).toEqual(ids);
  const written = company.erp
    .orders()
    .flatMap(({ id }) => company.erp.activitiesOf(id))
    .map(({ fields }) => /\[portal answer ([\da-f-]+)\]/.exec(String(fields['Body']))?.[1]);
  expect(written.sort()).toEqual(
    answers
      .filter(({ question }) => !question)
      .map(({ id }) => id)
      .sort(),
  );
  for (const [index, customer] of customers.entries())
    for (const { number } of ordersOf(index)) expect(await customer.see(number)).toEqual([true]);
  // Otherwise, nothing was tried.
  const [posts = 0, mails = 0] = [company.posts, company.mails].map((all) => all.length - ids.length);
  expect(Math.min(posts, mails)).toBeGreaterThan(0);
  process.stderr.write(`${ids.length} answers, ${KILLS} kills; again: ${posts} posts, ${mails} mails\n`);
}, 600_000);
