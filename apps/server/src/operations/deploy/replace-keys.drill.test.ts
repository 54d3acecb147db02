import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../../platform/database/connect';
import { importCustomers } from '../../orders/import/import-customers';
import { startIdentityProvider } from '../../testing/identity-provider';
import { startPostgres } from '../../testing/postgres-server';
import { putReleasesIn, shellRelease } from '../../testing/releases';
import { LISTENING, startServer } from '../../testing/server-process';
import { startSmtpInbox } from '../../testing/smtp-inbox';

/** Replaces the secret key as the guides say, on two replicas under load. */

/** More than can sign in during the drill. */
const CUSTOMERS = 10_000;
/** A refused mail is due again after at most two minutes. */
const MAIL_WITHIN_MS = 150_000;
const CODE = /\b(\d{6})\b/;
const emailOf = (index: number) => `customer-${index}@example.com`;

let home: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
/** An address whose mails the mail server refuses for now. */
let held: string | undefined;

let environment: Record<string, string>;
const replicas: { server: ReturnType<typeof startServer>; url: string }[] = [];
/** The replicas that a load balancer would use. */
const ready: string[] = [];
let turn = 0;
/** Each request goes to the next replica, so each accepts what the other made. */
const nextReplica = () => ready[turn++ % ready.length] ?? '';

const startReplica = async (index: number) => {
  const server = startServer(join(home, `replica-${index}`), environment);
  const url = await server.waitForOutput(LISTENING);
  replicas[index] = { server, url };
  while (!(await fetch(`${url}/readyz`)).ok) await sleep(50);
  ready.push(url);
};

const stopReplica = async (index: number) => {
  const { server, url } = replicas[index] ?? {};
  ready.splice(ready.indexOf(url ?? ''), 1);
  server?.child.kill('SIGTERM');
  expect(await server?.exit).toBe(0);
};

let nextCustomer = 0;

/** A customer's browser. Its requests must all succeed. */
const openBrowser = () => {
  const email = emailOf(nextCustomer++);
  const ip = `203.0.113.${nextCustomer % 256}`;
  const cookies = new Map<string, string>();

  const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await fetch(nextReplica() + path, {
      method,
      redirect: 'manual',
      headers: {
        accept: path === '/' ? 'text/html' : 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        'x-forwarded-for': ip,
        'sec-fetch-site': 'same-origin',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (cookie.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    if (response.status >= 400) throw new Error(`${method} ${path} ${response.status} ${text}`);
    return { text, location: response.headers.get('location') };
  };

  const mailWith = async (content: RegExp) => {
    const deadline = Date.now() + MAIL_WITHIN_MS;
    while (Date.now() < deadline) {
      const mails = inbox.received.filter(({ recipients }) => recipients.includes(email));
      const found = mails
        .map(({ mail }) => content.exec(`${mail.text}${JSON.stringify(mail.headers)}`))
        .find(Boolean);
      if (found) return found[1] ?? '';
      await sleep(20);
    }
    throw new Error(`No mail came to ${email}.`);
  };

  return {
    email,
    get: (path: string) => send('GET', path),
    post: (path: string, body?: object) => send('POST', path, body),
    mailWith,
    requestCode: async () => {
      await send('GET', '/auth-check').catch(() => undefined);
      await send('POST', '/customer-login/email', { email });
    },
    enterCode: async () => {
      const code = await mailWith(CODE);
      await send('POST', '/customer-login/email/verify', { email, code });
      await send('GET', '/auth-check');
    },
  };
};

type Browser = ReturnType<typeof openBrowser>;

const signedIn = async (): Promise<Browser> => {
  const browser = openBrowser();
  await browser.requestCode();
  await browser.enterCode();
  return browser;
};

const savePreferences = (browser: Browser) =>
  browser.post('/serviceOrder/update-notification-status', { email: true, sms: false });

/** Customers who use the portal, and others who sign in, until the end. */
const startLoad = async () => {
  const rounds = { used: 0, signedIn: 0 };
  let isOver = false;
  const use = async (browser: Browser) => {
    while (!isOver) {
      await browser.get('/auth-check');
      await savePreferences(browser);
      expect((await browser.get('/')).text).toContain('/releases/shell/1.0.0/shell.js');
      rounds.used += 1;
    }
  };
  const arrive = async () => {
    while (!isOver) {
      await savePreferences(await signedIn());
      rounds.signedIn += 1;
    }
  };
  const customers = [await signedIn(), await signedIn(), await signedIn()];
  const work = Promise.all([...customers.map(use), arrive(), arrive()]);
  const failed = work.catch((error: unknown) => {
    isOver = true;
    throw error;
  });

  return {
    /** Waits until customers have done everything several times. */
    goesOn: async () => {
      const before = { ...rounds };
      const isEnough = () => rounds.used >= before.used + 20 && rounds.signedIn >= before.signedIn + 6;
      while (!isEnough()) await Promise.race([sleep(50), failed]);
    },
    end: async () => {
      isOver = true;
      await failed;
    },
  };
};

type Load = Awaited<ReturnType<typeof startLoad>>;

/** Restarts the replicas one by one with another environment, under load. */
const restartReplicas = async (load: Load, change: Record<string, string>) => {
  environment = { ...environment, ...change };
  for (const index of replicas.keys()) {
    await stopReplica(index);
    await startReplica(index);
    await load.goesOn();
  }
};

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'portal-keys-'));
  await mkdir(join(home, 'releases'));
  postgres = await startPostgres();
  provider = await startIdentityProvider();
  inbox = await startSmtpInbox({
    onRcptTo: ({ address }, _session, done) =>
      done(address === held ? Object.assign(new Error('Try again later'), { responseCode: 451 }) : null),
  });
  const { database, close } = await openDatabase({ databaseUrl: postgres.url, dataDir: '', isPatient: true });
  const customers = Array.from({ length: CUSTOMERS }, (_, index) => ({ email: emailOf(index) }));
  await importCustomers(database, JSON.stringify(customers));
  await close();
  environment = {
    DATABASE_URL: postgres.url,
    RELEASES_URL: pathToFileURL(join(home, 'releases')).href,
    PUBLIC_URL: 'http://portal.test',
    SECRET_KEY: randomBytes(32).toString('hex'),
    SMTP_URL: inbox.url,
    MAIL_FROM: 'Acme <portal@example.com>',
    OIDC_ISSUER: provider.url,
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Acme',
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
    SHUTDOWN_DELAY_SECONDS: '1',
  };
  const releasesUrl = new URL(environment['RELEASES_URL'] ?? '');
  await putReleasesIn({ databaseUrl: postgres.url, dataDir: '', releasesUrl }, shellRelease());
  await startReplica(0);
  await startReplica(1);
});
afterAll(async () => {
  for (const { server } of replicas) server.child.kill('SIGKILL');
  await Promise.all(replicas.map(({ server }) => server.exit));
  await Promise.all([inbox.close(), provider.close()]);
  await postgres.stop();
  await rm(home, { recursive: true });
});

test('a new SECRET_KEY loses no session, code, CSRF token, message, link, or sign-in at the provider', async () => {
  const load = await startLoad();
  // From before: a page that stays open, an entered contact, a message that waits, and a link in a mail.
  const open = await signedIn();
  const pending = openBrowser();
  await pending.requestCode();
  await pending.mailWith(CODE);
  const waiting = openBrowser();
  held = waiting.email;
  await waiting.requestCode();
  const subscriber = await signedIn();
  await subscriber.post('/notification-preferences/test');
  const link = await subscriber.mailWith(/<http:\/\/portal\.test(\/unsubscribe[^>]*)>/);
  const elsewhere = openBrowser();
  const begun = new URL((await elsewhere.get('/sign-in/oidc')).location ?? '');
  provider.welcome({ claims: { email: elsewhere.email, email_verified: true } }, begun);

  // docs/deploy.md, "Replace the secret key"
  const { SECRET_KEY: former = '' } = environment;
  const next = randomBytes(32).toString('hex');
  await restartReplicas(load, { SECRET_KEY_PREVIOUS: next });
  await restartReplicas(load, { SECRET_KEY: next, SECRET_KEY_PREVIOUS: former });

  await savePreferences(open);
  await open.get('/auth-check');
  await pending.enterCode();
  held = undefined;
  await waiting.enterCode();
  const state = begun.searchParams.get('state') ?? '';
  await elsewhere.get(`/sign-in/oidc/callback?code=c0de&state=${state}`);
  await elsewhere.get('/auth-check');
  expect((await subscriber.post(link)).text).toContain('You won’t get any more emails');

  await restartReplicas(load, { SECRET_KEY_PREVIOUS: '' });
  for (const browser of [open, pending, waiting, elsewhere, subscriber]) await browser.get('/auth-check');
  await savePreferences(open);
  await load.end();
}, 300_000);
