import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { buildApp } from '../src/app';
import { createHousekeeping } from '../src/platform/jobs/retention-store';
import { readConfig } from '../src/variables';
import { customerStore } from '../src/identity/customers/customer-store';
import { openDatabase } from '../src/platform/database/connect';
import { createDispatcher } from '../src/messages/dispatcher';
import { deriveKeys } from '../src/platform/crypto/keys';
import { createSessions } from '../src/identity/sessions/session-store';
import { createBrowser } from '../src/testing/browser';
import { startPostgres } from '../src/testing/postgres-server';
import { putReleasesIn, shellRelease } from '../src/testing/releases';
import { startSmtpInbox } from '../src/testing/smtp-inbox';
import { createFilled, queueNews } from './filled-database';
import { openExplaining, type Plans } from './plans';
import { startReplicas } from './replicas';

/**
 * `pnpm --filter server bench:scale [CUSTOMERS]`: measures whether one customer's requests and the background work cost
 * the same with 1,000 customers and with a million, on a temporary PostgreSQL. Prints ratios, and fails if a plan
 * reads a whole table, uses other indexes than with few rows, or reads many more pages.
 */

const FEW = 1_000;
const MANY = Number(process.argv[2] ?? 1_000_000);
const SIGN_INS = 300;
const READS = 1_000;

const HOUSEKEEPING = 'Housekeeping';
/** Pages that deeper indexes add to a statement, and entries that no VACUUM has removed yet. Whole tables have thousands. */
const DEEPER = 100;

const home = await mkdtemp(join(tmpdir(), 'portal-scale-'));
const releases = join(home, 'releases');
await mkdir(releases);
const releasesUrl = pathToFileURL(releases);

const anyIp = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
const emailOf = (customer: number) => `customer-${customer}@example.com`;

/** An SMTP server that receives a portal's mails. */
const openMails = async () => {
  const { received, url, close } = await startSmtpInbox();
  const codeFor = async (email: string): Promise<string> => {
    const newest = received.findLast(({ recipients }) => recipients.includes(email));
    const code = /\b\d{6}\b/.exec(newest?.mail.text ?? '')?.[0];
    if (!code) {
      await sleep(5);
      return codeFor(email);
    }
    // Forget this mail: the next request for this address must not read its code.
    received.length = 0;
    return code;
  };
  return { codeFor, close, environment: { SMTP_URL: url, MAIL_FROM: 'Acme <portal@example.com>' } };
};

/** The portal in this process, with the plans of every statement that it executes. */
const openExplained = async (url: string, count: number) => {
  const { database, plans, close } = openExplaining(url);
  const dataDir = await mkdtemp(join(home, 'explained-'));
  const mails = await openMails();
  const config = readConfig(
    { ...mails.environment, DATA_DIR: dataDir, LOG_LEVEL: 'silent', TRUST_PROXY: 'loopback' },
    '/',
  );
  const keys = deriveKeys(randomBytes(32));
  const app = buildApp({ config, database, keys });
  await app.ready();
  const { dispatchDue, lanes } = createDispatcher({
    config,
    database,
    keys,
    log: app.log,
    print: () => {},
  });

  const visit = async () => {
    const email = emailOf(randomInt(1, count + 1));
    const browser = createBrowser(app, anyIp());
    // Sign in twice: the second time from a known browser.
    for (let time = 0; time < 2; time++) {
      await browser.open();
      await browser.post('/customer-login/email', { email });
      await dispatchDue();
      const code = await mails.codeFor(email);
      await browser.post('/customer-login/email/verify', { email, code });
    }
    const [order] = (await browser.get('/serviceOrder/list')).json<
      { ServiceOrderNbr: { value: string } }[]
    >();
    await browser.get(`/serviceOrder/get?serviceOrderNbr=${order?.ServiceOrderNbr.value}`);
    await browser.post('/serviceOrder/update-notification-status', { email: true, sms: false });
    await browser.get('/serviceOrder/get-notification-status');
    await browser.post('/logout');
  };
  const poll = async () => {
    for (const { dispatch, finish } of lanes) {
      await dispatch();
      await finish();
    }
  };
  return {
    visit,
    poll,
    clean: createHousekeeping({ config, database }, (error) => {
      throw error;
    }),
    plansOf: async (work: () => Promise<void>) => {
      plans.clear();
      await work();
      return new Map(plans);
    },
    close: async () => {
      await app.close();
      await mails.close();
      await close();
    },
  };
};

/** A portal with a process of its own, and its mails. */
const serve = async (url: string) => {
  const mails = await openMails();
  const { database, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  const [replica] = await startReplicas(1, home, {
    DATABASE_URL: url,
    RELEASES_URL: releasesUrl.href,
    SECRET_KEY: randomBytes(32).toString('hex'),
    ...mails.environment,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'warn',
    SHUTDOWN_DELAY_SECONDS: '0',
  });
  if (!replica) throw new Error('No server started.');
  return {
    url: `http://127.0.0.1:${replica.port}`,
    database,
    codeFor: mails.codeFor,
    stop: async () => {
      await replica.stop();
      await mails.close();
      await close();
    },
  };
};

type Portal = Awaited<ReturnType<typeof serve>>;
type Times = Map<string, number[]>;

const visitor = ({ url }: Portal, times: Times, session?: string) => {
  const cookies = new Map(session ? [['session_token', session]] : []);
  const ip = anyIp();
  return async (what: string, path: string, body?: object) => {
    const began = performance.now();
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-forwarded-for': ip,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    times.set(what, [...(times.get(what) ?? []), performance.now() - began]);
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return { ok: answer.ok, text };
  };
};

const OPEN = 'open';

const signIn = async (portal: Portal, times: Times, count: number) => {
  const email = emailOf(randomInt(1, count + 1));
  const ask = visitor(portal, times);
  await ask(OPEN, '/auth-check');
  if (!(await ask('ask for a code', '/customer-login/email', { email })).ok) return;
  const code = await portal.codeFor(email);
  const { text } = await ask('sign in', '/customer-login/email/verify', { email, code });
  if (!text.includes('true')) throw new Error(`${email} could not sign in: ${text}`);
};

const read = async (portal: Portal, times: Times, count: number) => {
  const address = emailOf(randomInt(1, count + 1));
  const customerId = await customerStore(portal.database).find({ channel: 'email', address });
  const sessions = createSessions(portal.database, { idleMinutes: 60, absoluteHours: 1 });
  const ask = visitor(portal, times, await sessions.open(customerId ?? ''));
  const numbers = [
    ...(await ask('list', '/serviceOrder/list')).text.matchAll(/"ServiceOrderNbr": \{"value": "(\d+)"/g),
  ];
  const number = numbers[randomInt(numbers.length)]?.[1];
  const order = await ask('order', `/serviceOrder/get?serviceOrderNbr=${number}`);
  if (!order.text.includes(`"${number}"`)) throw new Error(`Order ${number} is missing: ${order.text}`);
};

const quantile = (values: readonly number[] = [], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(0)} s`;

/** Times requests of random customers, alternating between the small and the large database. */
const compareTimes = async (few: Portal, many: Portal) => {
  const measured = [
    { portal: few, count: FEW, times: new Map<string, number[]>() },
    { portal: many, count: MANY, times: new Map<string, number[]>() },
  ] as const;
  const inTurn = async (rounds: number, act: typeof read) => {
    for (let round = 0; round < rounds; round++)
      for (const { portal, times, count } of round % 2 ? measured : measured.toReversed())
        await act(portal, times, count);
  };
  await inTurn(20, signIn);
  await inTurn(20, read);
  for (const { times } of measured) times.clear();
  await inTurn(SIGN_INS, signIn);
  await inTurn(READS, read);
  const [{ times: fewTimes }, { times: manyTimes }] = measured;
  const figures = [...fewTimes.keys()]
    .filter((what) => what !== OPEN)
    .map((what) => {
      const of = (share: number) => {
        const [a, b] = [quantile(fewTimes.get(what), share), quantile(manyTimes.get(what), share)];
        return { few: a.toFixed(1), many: b.toFixed(1), ratio: (b / a).toFixed(2) };
      };
      const [median, p99] = [of(0.5), of(0.99)];
      return [
        what,
        {
          samples: fewTimes.get(what)?.length,
          'median few, ms': median.few,
          'median many, ms': median.many,
          'ratio ': median.ratio,
          'p99 few, ms': p99.few,
          'p99 many, ms': p99.many,
          'ratio  ': p99.ratio,
        },
      ];
    });
  console.table(Object.fromEntries(figures));
};

const nameOf = (statement: string) => statement.replaceAll('"', '').replaceAll(/\s+/g, ' ').slice(0, 70);

/** Prints the plans side by side. @returns the faults of the larger database's plans */
const comparePlans = (what: string, few: Plans, many: Plans) => {
  const faults: string[] = [];
  const lines = [...many].map(([statement, plan]) => {
    const other = few.get(statement);
    if (plan.scans.length > 0)
      faults.push(`${what}: reads all of ${plan.scans.join(', ')}: ${nameOf(statement)}`);
    if (other && what !== HOUSEKEEPING && plan.pages > 2 * other.pages + DEEPER)
      faults.push(`${what}: ${plan.pages} pages instead of ${other.pages}: ${nameOf(statement)}`);
    // With few rows, a plan may use fewer indexes; with many, it must use at least those.
    if (other?.indexes.some((index) => !plan.indexes.includes(index)))
      faults.push(`${what}: ${plan.indexes.join()} instead of ${other.indexes.join()}: ${nameOf(statement)}`);
    return {
      statement: nameOf(statement),
      nodes: plan.nodes.join(' > '),
      indexes: plan.indexes.join(' '),
      'pages few': other?.pages,
      'pages many': plan.pages,
      'ms few': other?.ms.toFixed(2),
      'ms many': plan.ms.toFixed(2),
      'times many': plan.times,
      'total ms': plan.totalMs.toFixed(0),
    };
  });
  console.log(`\n${what}`);
  console.table(lines);
  return faults;
};

const postgres = await startPostgres();
const few = await createFilled(postgres.url, 'few', FEW);
console.log(`${FEW} customers: ${few.size}`);
const began = performance.now();
const many = await createFilled(postgres.url, 'many', MANY);
console.log(`${MANY} customers: ${many.size} in ${seconds(began)}`);
for (const { url } of [few, many])
  await putReleasesIn({ databaseUrl: url, dataDir: '', releasesUrl }, shellRelease());

const explained = { few: await openExplained(few.url, FEW), many: await openExplained(many.url, MANY) };
const explain = async (what: string, work: 'visit' | 'poll' | 'clean') =>
  comparePlans(
    what,
    await explained.few.plansOf(explained.few[work]),
    await explained.many.plansOf(explained.many[work]),
  );
// The first plans on a connection also read the catalogs.
await Promise.all([explained.few.visit(), explained.many.visit()]);
const faults = [
  ...(await explain('A visit', 'visit')),
  ...(await explain('A look into the outbox', 'poll')),
  ...(await explain(HOUSEKEEPING, 'clean')),
];

const portals = { few: await serve(few.url), many: await serve(many.url) };
await compareTimes(portals.few, portals.many);
await Promise.all([portals.few.stop(), portals.many.stop()]);

await Promise.all([queueNews(few.url), queueNews(many.url)]);
faults.push(...(await explain('A look into the outbox, with news for every customer', 'poll')));

await Promise.all([explained.few.close(), explained.many.close()]);
await postgres.stop();
await rm(home, { recursive: true });
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
