import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { buildApp } from '../../app';
import { createDispatcher } from '../../messages/dispatcher';
import { readConfig } from '../../variables';
import { loadKeys } from '../../platform/crypto/keys';
import { createBrowser, type Browser } from '../../testing/browser';
import { startIdentityProvider } from '../../testing/identity-provider';
import { openInbox } from '../../testing/inbox';
import { openTestDatabase } from '../../testing/test-database';

/** Replaces the secret key of two replicas, as docs/deploy.md says. */

let home: string;
let opened: Awaited<ReturnType<typeof openTestDatabase>>;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'portal-keys-'));
  opened = await openTestDatabase();
  provider = await startIdentityProvider();
});
afterAll(async () => {
  await Promise.all(replicas.map(({ app }) => app.close()));
  await provider.close();
  await opened.close();
  await rm(home, { recursive: true });
});

const startReplica = async (variables: Record<string, string>) => {
  const config = readConfig(
    {
      LOG_LEVEL: 'silent',
      PUBLIC_URL: 'http://portal.test',
      DATA_DIR: home,
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_NAME: 'Acme',
      ...variables,
    },
    '/',
  );
  const { database } = opened;
  const keys = await loadKeys(config);
  const app = buildApp({ config, database, keys });
  await app.ready();
  const sender = { config, database, keys, log: app.log, print: () => {}, now: () => new Date() };
  deliver = createDispatcher(sender).dispatchDue;
  return { app };
};

const replicas: Awaited<ReturnType<typeof startReplica>>[] = [];
/** The replica that started last sends the messages, also those that another has written. */
let deliver: () => Promise<void>;
let turn = 0;
/** Each request goes to the other replica, so each accepts what the other made. */
const nextReplica = () => {
  const replica = replicas[turn++ % replicas.length];
  if (!replica) throw new Error('No replica runs.');
  return replica;
};

const openBrowser = async (email: string) => {
  await opened.database.insertInto('customers').values({ email }).execute();
  const browser = createBrowser({ inject: (request) => nextReplica().app.inject(request) });
  await browser.open();
  return browser;
};

const requestCode = (browser: Browser, email: string) => browser.post('/customer-login/email', { email });

const enterCode = async (browser: Browser, email: string) => {
  await deliver();
  const code = await openInbox(join(home, 'outbox')).codeFor(email);
  return browser.post('/customer-login/email/verify', { email, code });
};

const signIn = async (email: string) => {
  const browser = await openBrowser(email);
  await requestCode(browser, email);
  await enterCode(browser, email);
  return browser;
};

/** Whether both replicas know the session, and accept a form of the page that was open before. */
const expectSignedIn = async (browser: Browser) => {
  for (let request = 0; request < replicas.length; request++) {
    expect((await browser.get('/sessions')).statusCode).toBe(200);
    const saved = await browser.post('/serviceOrder/update-notification-status', { email: true, sms: false });
    expect(saved.statusCode).toBe(200);
  }
};

const newKey = () => randomBytes(32).toString('hex');

test('a new SECRET_KEY loses no session, code, CSRF token, message, link, or sign-in at the provider', async () => {
  const [former, next] = [newKey(), newKey()];
  replicas.push(await startReplica({ SECRET_KEY: former }), await startReplica({ SECRET_KEY: former }));
  let count = 0;
  /** Restarts the replicas one by one; customers sign in at any time. */
  const restart = async (variables: Record<string, string>) => {
    for (const [index, { app }] of replicas.entries()) {
      await app.close();
      replicas[index] = await startReplica(variables);
      await expectSignedIn(await signIn(`customer-${count++}@example.com`));
    }
  };

  // From before: a page that stays open, a link in a mail, an entered contact, and a sign-in at the provider.
  const open = await signIn('open@example.com');
  await open.post('/notification-preferences/test');
  await deliver();
  const inbox = openInbox(join(home, 'outbox'));
  const mail = await PostalMime.parse(await inbox.read((await inbox.files()).at(-1) ?? ''));
  const unsubscribe = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const pending = await openBrowser('pending@example.com');
  await requestCode(pending, 'pending@example.com');
  const elsewhere = await openBrowser('elsewhere@example.com');
  const begun = new URL(String((await elsewhere.get('/sign-in/oidc')).headers['location']));
  provider.welcome({ claims: { email: 'elsewhere@example.com', email_verified: true } }, begun);

  await restart({ SECRET_KEY: former, SECRET_KEY_PREVIOUS: next });
  const waiting = await openBrowser('waiting@example.com');
  await requestCode(waiting, 'waiting@example.com');
  await restart({ SECRET_KEY: next, SECRET_KEY_PREVIOUS: former });
  await expectSignedIn(open);
  await enterCode(pending, 'pending@example.com');
  await enterCode(waiting, 'waiting@example.com');
  await elsewhere.get(`/sign-in/oidc/callback?code=c0de&state=${begun.searchParams.get('state')}`);
  const [, link = ''] = /<http:\/\/portal\.test(.*)>/.exec(unsubscribe) ?? [];
  expect((await open.get(link)).statusCode).toBe(200);

  await restart({ SECRET_KEY: next });
  for (const browser of [open, pending, waiting, elsewhere]) {
    // Gets a token of the new key.
    await browser.open();
    await expectSignedIn(browser);
  }
});
