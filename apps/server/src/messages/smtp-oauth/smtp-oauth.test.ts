import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { decodeJwt } from 'jose';
import type { SMTPServerOptions } from 'smtp-server';
import { readConfig } from '../../variables';
import { startIssuer } from '../../testing/issuer';
import { startSmtpInbox } from '../../testing/smtp-inbox';
import { mailDriver } from '../mail/mail';
import { oauthLogin } from './smtp-oauth';

const MAILBOX = 'portal@acme.test';
const SECRET = 'client-secret-8Q~';
const message = { id: 'f3b1', to: 'ann@example.com', subject: 'Your code', text: '123456' };

/** A token endpoint (RFC 6749 section 3.2) that issues token-1, token-2, … or refuses. */
const startTokenEndpoint = async () => {
  const asked: Record<string, string>[] = [];
  let refusal: object | undefined;
  const { url, close } = await startIssuer(() => async (request, reply) => {
    asked.push(Object.fromEntries(new URLSearchParams(await text(request))));
    const token = { token_type: 'Bearer', expires_in: 3599, access_token: `token-${asked.length}` };
    reply.setHeader('content-type', 'application/json').statusCode = refusal ? 401 : 200;
    reply.end(JSON.stringify(refusal ?? token));
  });
  return { url: `${url}/token`, close, asked, refuse: (error: object) => void (refusal = error) };
};

let endpoint: Awaited<ReturnType<typeof startTokenEndpoint>>;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let home: string;
let accepted: string[];

/** Refuses tokens as Exchange and Gmail do: with a challenge that has to be answered. */
const onAuth: SMTPServerOptions['onAuth'] = ({ method, username, accessToken = '' }, _session, done) =>
  method === 'XOAUTH2' && accepted.includes(accessToken)
    ? done(null, { user: username })
    : done(null, { data: { status: '401', schemes: 'bearer' } });

beforeEach(async () => {
  accepted = ['token-1'];
  endpoint = await startTokenEndpoint();
  inbox = await startSmtpInbox({ authMethods: ['XOAUTH2'], authOptional: false, onAuth });
  home = await mkdtemp(join(tmpdir(), 'portal-oauth-'));
});
afterEach(async () => {
  await Promise.all([endpoint.close(), inbox.close()]);
  await rm(home, { recursive: true });
});

/** The driver that these variables configure. */
const driverFor = (env: Record<string, string>) => {
  const SMTP_URL = inbox.url.replace('smtp://', `smtp://${encodeURIComponent(MAILBOX)}@`);
  const { smtp, smtpOauth } = readConfig({ SMTP_URL, MAIL_FROM: MAILBOX, ...env }, home);
  if (!smtp) throw new Error('not configured');
  return mailDriver({
    ...smtp,
    login: smtpOauth && oauthLogin(smtpOauth),
    connections: 2,
    host: 'portal.test',
  });
};

const client = () => ({
  SMTP_OAUTH_TOKEN_URL: endpoint.url,
  SMTP_OAUTH_CLIENT_ID: 'portal',
  SMTP_OAUTH_CLIENT_SECRET: SECRET,
});

test('signs in with client credentials, and asks for one token for many emails', async () => {
  const driver = driverFor(client());
  await driver.send(message);
  await driver.send(message);
  expect(inbox.received.map(({ user }) => user)).toEqual([MAILBOX, MAILBOX]);
  expect(endpoint.asked).toEqual([
    {
      grant_type: 'client_credentials',
      client_id: 'portal',
      client_secret: SECRET,
      scope: 'https://outlook.office365.com/.default',
      refresh_token: '',
    },
  ]);
});

test('signs in with a refresh token', async () => {
  await driverFor({ ...client(), SMTP_OAUTH_REFRESH_TOKEN: '1//refresh' }).send(message);
  expect(inbox.received).toHaveLength(1);
  expect(endpoint.asked).toEqual([
    { grant_type: 'refresh_token', client_id: 'portal', client_secret: SECRET, refresh_token: '1//refresh' },
  ]);
});

test('signs in for a mailbox with the key of a service account', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = {
    type: 'service_account',
    client_email: 'portal@project.test',
    private_key: privateKey,
    token_uri: endpoint.url,
  };
  await writeFile(join(home, 'key.json'), JSON.stringify(key));
  await driverFor({ SMTP_OAUTH_KEY_FILE: 'key.json' }).send(message);
  expect(inbox.received).toHaveLength(1);
  const [{ grant_type, assertion = '' } = {}] = endpoint.asked;
  expect(grant_type).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  expect(decodeJwt(assertion)).toMatchObject({
    iss: 'portal@project.test',
    sub: MAILBOX,
    aud: endpoint.url,
    scope: 'https://mail.google.com/',
  });
});

test('names the variable of a key that is missing or something else', async () => {
  await writeFile(join(home, 'key.json'), '{}');
  for (const SMTP_OAUTH_KEY_FILE of ['gone.json', 'key.json'])
    expect(() => driverFor({ SMTP_OAUTH_KEY_FILE })).toThrow(
      'SMTP_OAUTH_KEY_FILE must name a readable JSON key of a Google service account',
    );
});

test('replaces a token that the mail server no longer accepts', async () => {
  const driver = driverFor(client());
  await driver.send(message);
  accepted = ['token-2'];
  await driver.send(message);
  expect(inbox.received).toHaveLength(2);
  expect(endpoint.asked).toHaveLength(2);
});

test('the doctor sends nothing, and says when the mail server refuses the token', async () => {
  expect(await driverFor(client()).check()).toBeUndefined();
  accepted = [];
  expect(await driverFor(client()).check()).toMatch(
    /^Invalid login: 535 .*\. The token was issued, but the mail server refuses it: /,
  );
  expect(inbox.received).toEqual([]);
});

test('says what the token endpoint answers, and never the secret', async () => {
  endpoint.refuse({
    error: 'invalid_client',
    error_description: `AADSTS7000222: The provided client secret\r\n'${SECRET}' is expired.`,
  });
  const reason = "invalid_client: AADSTS7000222: The provided client secret '…' is expired.";
  await expect(driverFor(client()).send(message)).rejects.toMatchObject({
    message: `mail: EAUTH ${reason}`,
    fault: { isFinal: false },
  });
  expect(await driverFor(client()).check()).toBe(
    `${reason}. So says the token endpoint: check the SMTP_OAUTH_ variables, and whether the secret, token, or key has expired.`,
  );
});
