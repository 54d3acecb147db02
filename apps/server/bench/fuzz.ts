import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import getPort from 'get-port';
import { anyRequest, type AnyRequest } from './any-request';
import { openInbox } from '../src/testing/inbox';
import { startPostgres } from '../src/testing/postgres-server';
import { putReleasesIn, remoteRelease, shellRelease } from '../src/testing/releases';

/**
 * `pnpm --filter server fuzz [COUNT] [SEED]`: sends generated requests to a real portal, on PGlite and on PostgreSQL,
 * while customers sign in, change their preferences and leave. Fails if an answer is a 5xx, if the portal ends, or if
 * its memory grows. Prints the seed, with which a run can be repeated.
 */

const COUNT = Number(process.argv[2] ?? 100_000);
const SEED = Number(process.argv[3] ?? Date.now() % 1_000_000);
const PARALLEL = 8;
const CUSTOMERS = 400;
/** How many requests are sent per sign-in. */
const REQUESTS_PER_SIGN_IN = 400;
const BATCH = 500;
/** A portal that does not answer for so long has lost a request. */
const TIMEOUT_MS = 20_000;
/** The floor of the memory may move by this; a leak of one kilobyte per request raises it by 33 MB. */
const GROWTH_MB = 20;

const server = fileURLToPath(new URL('..', import.meta.url));
const known = {
  emails: Array.from({ length: CUSTOMERS }, (_, index) => `customer-${index}@example.com`),
  phones: Array.from({ length: 50 }, (_, index) => `+120255501${String(index).padStart(2, '0')}`),
  orderNbrs: Array.from({ length: 200 }, (_, index) => `F${String(index).padStart(5, '0')}`),
  webhookToken: 'a-token-of-the-webhook',
};

const customers = known.emails.map((email, index) => ({
  email,
  ...(index < known.phones.length && { phone: known.phones[index] }),
  ...(index < known.orderNbrs.length && {
    orders: [{ ServiceOrderNbr: known.orderNbrs[index], Status: 'Open', events: [{ summary: 'Received' }] }],
  }),
}));

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

const run = async (name: string, databaseUrl?: string) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-fuzz-'));
  await putReleasesIn(
    { dataDir, ...(databaseUrl && { databaseUrl }) },
    shellRelease(),
    remoteRelease('orders'),
  );
  const port = await getPort();
  const portal = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], {
    cwd: server,
    env: {
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      TRUST_PROXY: 'loopback',
      ORDERS_WEBHOOK_TOKEN: known.webhookToken,
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'token',
      TWILIO_FROM: '+12025550100',
      // Nothing listens there: text messages wait.
      TWILIO_BASE_URL: 'http://127.0.0.1:9',
      ...(databaseUrl && { DATABASE_URL: databaseUrl, SHUTDOWN_DELAY_SECONDS: '0' }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL * 2 });
  const send = async ({ method, target, headers, body }: Omit<AnyRequest, 'asBrowser'>): Promise<Answer> => {
    const asked = httpRequest({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path: target,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk;
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: text };
  };

  // Don't leave a portal behind when this script fails.
  process.once('exit', () => portal.kill('SIGKILL'));

  const isReady = () =>
    send({ method: 'GET', target: '/readyz', headers: {}, body: undefined }).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) await sleep(50);

  const statuses = new Map<number, number>();
  const faults: { request: AnyRequest; answer: string }[] = [];
  const count = (request: AnyRequest, { status, body }: Answer) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) faults.push({ request, answer: `${status} ${body.slice(0, 200)}` });
  };

  /** A browser that keeps cookies. */
  const createBrowser = () => {
    const cookies = new Map<string, string>();
    const ask = async (request: AnyRequest) => {
      const own = {
        cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
      };
      const answer = await send({
        ...request,
        headers: { ...request.headers, ...(request.asBrowser && own) },
      });
      if (request.asBrowser)
        for (const cookie of answer.headers['set-cookie'] ?? []) {
          const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          cookies.set(key, value);
        }
      count(request, answer);
      return answer;
    };
    return { ask };
  };

  const call = (method: string, target: string, index: number, body?: object): AnyRequest => ({
    method,
    target,
    headers: {
      'x-forwarded-for': `10.${(index >> 8) & 255}.${index & 255}.1`,
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
    asBrowser: true,
  });

  const inbox = openInbox(join(dataDir, 'outbox'));
  let signIns = 0;
  /** Asks for a code, reads it from the mail, signs in, changes the preferences, and leaves unless it is the last. */
  const signIn = async (index: number) => {
    const email = known.emails[index % CUSTOMERS] ?? '';
    const { ask } = createBrowser();
    await ask(call('GET', '/auth-check', index));
    const { status } = await ask(call('POST', '/customer-login/email', index, { email }));
    // The generated requests spend the codes of customers too.
    if (status !== 200) return { ask };
    const end = Date.now() + 10_000;
    let code: string | undefined;
    while (!(code = await inbox.codeFor(email)) && Date.now() < end) await sleep(50);
    const { body } = await ask(
      call('POST', '/customer-login/email/verify', index, { email, code: code ?? '' }),
    );
    if (body.includes('"success":true')) signIns += 1;
    await ask(
      call('POST', '/serviceOrder/update-notification-status', index, { email: index % 2 === 0, sms: true }),
    );
    await ask(call('GET', '/serviceOrder/list', index));
    if (index % 3 === 0) await ask(call('POST', '/logout', index));
    return { ask };
  };

  const memory = async () => {
    const status = await readFile(`/proc/${portal.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };

  const loaded = await send({
    method: 'POST',
    target: '/hooks/orders',
    headers: { authorization: `Bearer ${known.webhookToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(customers),
  });
  if (loaded.status !== 200) throw new Error(`The customers were not loaded: ${loaded.body}`);
  const arbitrary = anyRequest(known);

  const measured: number[] = [];
  let lost = 0;
  let browser = createBrowser();
  const began = performance.now();
  for (let sent = 0; sent < COUNT && portal.exitCode === null; sent += BATCH) {
    const requests = fc.sample(arbitrary, { numRuns: Math.min(BATCH, COUNT - sent), seed: SEED + sent });
    const signingIn = sent % REQUESTS_PER_SIGN_IN < BATCH ? signIn(sent / BATCH) : undefined;
    const queue = requests.values();
    const work = async () => {
      for (const request of queue)
        await browser.ask(request).catch((error: unknown) => {
          lost += 1;
          if (lost < 5) console.error(name, 'no answer', request.method, request.target.slice(0, 100), error);
        });
    };
    await Promise.all(Array.from({ length: PARALLEL }, work));
    browser = (await signingIn) ?? browser;
    measured.push(await memory());
  }
  const seconds = (performance.now() - began) / 1000;

  const hasEnded = portal.exitCode !== null;
  const exit = once(portal, 'exit');
  if (portal.kill('SIGTERM')) await exit;
  agent.destroy();
  await rm(dataDir, { recursive: true });

  // V8 lets garbage grow, then frees it at once: only the floor of the memory shows a leak.
  const third = Math.ceil(measured.length / 3);
  const floors = [0, 1, 2].map((index) => Math.min(...measured.slice(index * third, (index + 1) * third)));
  const growth = (floors[2] ?? 0) - (floors[1] ?? 0);
  console.log(`\n${name}, seed ${SEED}`);
  console.table(Object.fromEntries([...statuses].sort(([one], [other]) => one - other)));
  console.table({
    requests: [...statuses.values()].reduce((sum, value) => sum + value, 0),
    seconds: Math.round(seconds),
    'sign-ins': signIns,
    'answers 5xx': faults.length,
    'without an answer': lost,
    'memory MB: floor in each third': floors.map(Math.round).join(', '),
    'memory MB: peak': Math.round(Math.max(...measured)),
    'growth MB of the floor, from the second to the last third': Math.round(growth),
  });
  for (const { request, answer } of faults.slice(0, 10))
    console.log(answer, JSON.stringify(request).slice(0, 1_000));
  return !hasEnded && faults.length === 0 && lost === 0 && growth < GROWTH_MB;
};

const postgres = await startPostgres();
try {
  const passed = [await run('PGlite'), await run('PostgreSQL', postgres.url)];
  process.exitCode = passed.every(Boolean) ? 0 : 1;
} finally {
  await postgres.stop();
}
