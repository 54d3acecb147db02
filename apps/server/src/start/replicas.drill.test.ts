import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { startPostgres } from '../testing/postgres-server';
import { useServers } from '../testing/server-process';
import { startSmtpInbox } from '../testing/smtp-inbox';
import { openDatabase } from '../platform/database/connect';

/** Replicas on one PostgreSQL, with the same and with other keys. `pnpm --filter server build` first. */

const KEY = '00'.repeat(32);
const OTHER_KEY = '11'.repeat(32);

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
const servers = useServers();
beforeEach(async () => {
  postgres = await startPostgres();
  inbox = await startSmtpInbox();
});
afterEach(async () => {
  await inbox.close();
  await postgres.stop();
});

/** Starts a replica. @returns it, and where customers and the operator reach it */
const start = async (keys: Record<'SECRET_KEY', string> & Record<string, string>) => {
  const [port, operations] = [await getPort(), await getPort()];
  const server = servers.start({
    DATABASE_URL: postgres.url,
    SMTP_URL: inbox.url,
    MAIL_FROM: 'portal@acme.example',
    SHUTDOWN_DELAY_SECONDS: '0',
    PORT: String(port),
    OPERATIONS_PORT: String(operations),
    ...keys,
  });
  return {
    ...server,
    url: `http://127.0.0.1:${port}`,
    operations: `http://127.0.0.1:${operations}`,
    listens: () => server.waitForOutput(new RegExp(`http://127\\.0\\.0\\.1:${port}`)),
  };
};

/** Stops a replica as systemd does. */
const stop = async ({ child, exit }: Pick<ReturnType<typeof servers.start>, 'child' | 'exit'>) => {
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
};

/** Takes turns, as nginx does: a request goes on to the next replica if one refuses the connection. */
const createProxy = (urls: readonly string[]) => {
  let turn = 0;
  return async (path: string, init: RequestInit) => {
    for (let tries = 0; tries < urls.length; tries += 1) {
      const response = await fetch(`${urls[turn++ % urls.length]}${path}`, init).catch(() => undefined);
      if (response) return response;
    }
    throw new Error('No replica accepts a connection.');
  };
};

/** Signs a customer in by mail. @returns the last status */
const signIn = async (send: ReturnType<typeof createProxy>, email: string) => {
  const cookies = new Map<string, string>();
  const call = async (path: string, body?: object) => {
    const response = await send(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response.status;
  };
  await call('/auth-check');
  const asked = await call('/customer-login/email', { email });
  if (asked !== 200) return asked;
  const mailed = () => inbox.received.find(({ recipients }) => recipients.includes(email));
  for (let tries = 0; !mailed() && tries < 100; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const [code = ''] = /\b\d{6}\b/.exec(mailed()?.mail.text ?? '') ?? [];
  return call('/customer-login/email/verify', { email, code });
};

const customers = async (count: number) => {
  const { database, close } = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  const emails = Array.from({ length: count }, (_, index) => `customer-${index}@example.com`);
  await database
    .insertInto('customers')
    .values(emails.map((email) => ({ email })))
    .execute();
  await close();
  return emails;
};

const readyz = async (url: string) => {
  const response = await fetch(`${url}/readyz`);
  return `${response.status} ${((await response.json()) as { message?: string }).message}`;
};

test('a replica with another SECRET_KEY serves nobody, says so, and all customers sign in', async () => {
  const emails = await customers(12);
  const right = await start({ SECRET_KEY: KEY });
  await right.listens();
  const wrong = await start({ SECRET_KEY: OTHER_KEY });
  await wrong.waitForOutput(/SECRET_KEY differs/);
  const send = createProxy([right.url, wrong.url]);
  const statuses: number[] = [];
  for (const email of emails) statuses.push(await signIn(send, email));
  expect(statuses).toEqual(emails.map(() => 200));
  expect(await readyz(wrong.operations)).toMatch(/^503 .*SECRET_KEY differs/);
  expect(await readyz(right.operations)).toBe('503 There is no shell to show.');
  // A signal ends its wait.
  await stop(wrong);
});

/** What the doctor says must be mended. */
const doctor = async (env: Record<string, string>) => {
  const { PATH = '' } = process.env;
  const file = join(__dirname, '../../dist/portal.js');
  const ran = promisify(execFile)(process.execPath, [file, 'doctor'], {
    env: { PATH, DATA_DIR: servers.home(), ...env },
  });
  const { stdout } = await ran.catch((error: { stdout: string }) => error);
  return stdout.split('\n').filter((line) => line.startsWith('✗'));
};

test('the doctor names replicas that wait, and more connections than PostgreSQL has', async () => {
  const right = await start({ SECRET_KEY: KEY, DATABASE_POOL_SIZE: '90' });
  await right.listens();
  const env = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: KEY,
    SMTP_URL: inbox.url,
    MAIL_FROM: 'portal@acme.example',
    PUBLIC_URL: right.url,
  };
  const noShell = expect.stringContaining('No shell is live');
  expect(await doctor(env)).toEqual([noShell]);
  const wrong = await start({ SECRET_KEY: OTHER_KEY, DATABASE_POOL_SIZE: '10' });
  await wrong.waitForOutput(/SECRET_KEY differs/);
  expect(await doctor(env)).toEqual([
    expect.stringMatching(/replicas +\S+ serves nobody, because its SECRET_KEY differs/),
    expect.stringMatching(
      /connections +DATABASE_POOL_SIZE allows 2 replicas 100, commands need 5, and PostgreSQL has 97\. Lower/,
    ),
    noShell,
  ]);
});

test('a staging with the database and the key of production serves, and both say so', async () => {
  const right = await start({ SECRET_KEY: KEY, PUBLIC_URL: 'http://portal.localhost' });
  await right.listens();
  const staging = await start({ SECRET_KEY: KEY, PUBLIC_URL: 'http://staging.localhost' });
  await staging.listens();
  await staging.waitForOutput(/PUBLIC_URL differs from http:\/\/portal\.localhost of other replicas/);
  await right.waitForOutput(/PUBLIC_URL differs from http:\/\/staging\.localhost of other replicas/);
  const env = { DATABASE_URL: postgres.url, SECRET_KEY: KEY, PUBLIC_URL: right.url };
  const differs = expect.stringMatching(
    /replicas +PUBLIC_URL is (http:\/\/(portal|staging)\.localhost of \S+(, and )?){2}\. Messages/,
  );
  expect(await doctor(env)).toContainEqual(differs);
  await stop(staging);
  await right.waitForOutput(/all replicas have one PUBLIC_URL again/);
  expect(await doctor(env)).not.toContainEqual(differs);
});

test('a key is replaced as documented, one replica after the other', async () => {
  const emails = await customers(6);
  const replicas = [await start({ SECRET_KEY: KEY }), await start({ SECRET_KEY: KEY })];
  for (const { listens } of replicas) await listens();
  for (const keys of [
    { SECRET_KEY: KEY, SECRET_KEY_PREVIOUS: OTHER_KEY },
    { SECRET_KEY: OTHER_KEY, SECRET_KEY_PREVIOUS: KEY },
    { SECRET_KEY: OTHER_KEY },
  ])
    for (const replica of [...replicas]) {
      await stop(replica);
      replicas.shift();
      const next = await start(keys);
      await next.listens();
      replicas.push(next);
      expect(await signIn(createProxy(replicas.map(({ url }) => url)), emails.pop() ?? '')).toBe(200);
    }
});

test('without the first step, the new key waits until the old one is gone', async () => {
  const old = await start({ SECRET_KEY: KEY });
  await old.listens();
  const next = await start({ SECRET_KEY: OTHER_KEY, SECRET_KEY_PREVIOUS: KEY });
  await next.waitForOutput(/SECRET_KEY differs/);
  await stop(old);
  await next.listens();
  // Alone, as if the old one was lost.
  await stop(next);
  const alone = await start({ SECRET_KEY: KEY });
  await alone.listens();
  expect(alone.output()).not.toContain('SECRET_KEY differs');
});
