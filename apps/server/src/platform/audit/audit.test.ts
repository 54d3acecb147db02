import { readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { logging } from '../http/logging';
import type { ValibotTypes } from '../http/validation';
import { createLinks } from '../../messages/links';
import { twilioSignature } from '../../messages/sms/twilio';
import { auditLines } from '../../testing/audit-lines';
import { startReleasedPortal } from '../../testing/released-portal';
import { remoteRelease, shellRelease } from '../../testing/releases';
import { receiveCode, signIn, signInWithCode, wrongCode } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';
import { createAudit, prepareAuditLog, type AuditEvent } from './audit';

const portal = useTestApp({
  OPERATIONS_PORT: '0',
  METRICS_TOKEN: 'token-of-metrics',
  ORDERS_WEBHOOK_TOKEN: 'the-token-of-orders',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: '12345',
  TWILIO_FROM: '+15005550006',
  // By default, one code a minute may be requested; these tests request two.
  LIMIT_CODES: '3/1h',
  LIMIT_WRONG_CODES: '6/1d',
});

let file: string;
beforeAll(() => void (file = portal.config.auditLog ?? ''));

const linesIn = (path = file) => auditLines(path, {}, 0);

/** Waits until the file has so many lines. */
const events = async (count: number): Promise<string[]> => {
  const lines = await portal.auditLines({}, count);
  return lines.map(({ event, outcome }) => `${String(event)} ${String(outcome)}`);
};

test('records that a customer ended sessions elsewhere, and nothing when there were none', async () => {
  const { browser, customerId } = await signIn(portal, 'ann@example.com');
  await signInWithCode(portal, portal.newBrowser(), 'ann@example.com');
  for (const attempt of ['ended', 'nothing left'])
    expect([attempt, (await browser.post('/sessions/end', { others: true })).statusCode]).toEqual([
      attempt,
      200,
    ]);
  await browser.post('/logout');
  expect(await events(6)).toEqual([
    ...['code requested', 'sign-in signed-in', 'code requested', 'sign-in signed-in'],
    ...['customer signed-out', 'logout signed-out'],
  ]);
  const [line] = await auditLines(file, { event: 'customer' });
  expect(line).toMatchObject({ by: 'customer', customerId, contact: 'a•••@example.com' });
});

test('records sign-ins, refusals and logouts with time, request, network and masked contact', async () => {
  const ann = portal.newBrowser('203.0.113.7');
  const email = 'ann@example.com';
  const customerId = await portal.addCustomer({ email });
  const code = await receiveCode(portal, ann, email);
  const verify = (entered: string) => ann.post('/customer-login/email/verify', { email, code: entered });
  await verify(wrongCode(code));
  await verify(code);
  await verify(code);
  await ann.get('/serviceOrder/get?serviceOrderNbr=000019');
  const token = ann.cookies.get('session_token');
  await ann.post('/logout');
  ann.cookies.set('session_token', token ?? '');
  await ann.get('/auth-check');
  expect(await events(7)).toEqual([
    'code requested',
    'sign-in wrong-code',
    'sign-in signed-in',
    'sign-in ended-code',
    'order not-found',
    'logout signed-out',
    'session ended',
  ]);

  const lines = await linesIn();
  const contact = 'a•••@example.com';
  const contactHash = portal.keys.contacts.sign(email).slice(0, 12);
  const request = { network: '203.0.113.0/24', reqId: expect.stringMatching(/^[\da-f-]{36}$/), audit: true };
  const line = { level: 30, pid: process.pid, hostname: expect.any(String), msg: 'audit', ...request };
  const time = expect.any(Number);
  expect(lines[1]).toEqual({ ...line, time, event: 'sign-in', outcome: 'wrong-code', contact, contactHash });
  expect(lines[2]).toMatchObject({ ...line, contact, contactHash, customerId });
  expect(lines[5]).toMatchObject({ ...line, customerId });
  expect(Math.abs(Date.now() - Number(lines[1]?.['time']))).toBeLessThan(60_000);
  // Match the whole number: timestamps, ids and process ids can contain the same six digits.
  const text = await readFile(file, 'utf8');
  expect(text).not.toMatch(new RegExp(`"${code}"|"${wrongCode(code)}"|ann@|${token}|203\\.0\\.113\\.7`));
});

test('records exhausted attempts and limits, also for nobody, and names no customer', async () => {
  const eve = await portal.openBrowser();
  const email = 'nobody@example.com';
  const request = () => eve.post('/customer-login/email', { email });
  const guess = () => eve.post('/customer-login/email/verify', { email, code: 'no code' });
  await request();
  for (let attempt = 0; attempt < 5; attempt++) await guess();
  for (const step of [request, request, request, guess, guess]) await step();
  expect(await events(11)).toEqual([
    'code requested',
    ...Array<string>(4).fill('sign-in wrong-code'),
    'sign-in spent-code',
    'code requested',
    'code requested',
    'code limited',
    'sign-in wrong-code',
    'sign-in limited',
  ]);
  const lines = await linesIn();
  expect(lines.at(-1)).toMatchObject({ contact: 'n•••@example.com' });
  expect(lines.every((line) => !('customerId' in line))).toBe(true);
});

test('records preference changes by the screen, a link, and a text message reply', async () => {
  const { browser, customerId } = await signIn(portal, 'ann@example.com');
  const phone = '+12025550123';
  await portal.database.updateTable('customers').set({ phone }).execute();
  await browser.post('/serviceOrder/update-notification-status', { email: true, sms: true });
  await browser.post('/notification-preferences/test');
  await browser.post('/notification-preferences/test');
  const links = createLinks(portal.config, portal.keys.unsubscribe);
  const form = new URLSearchParams({ From: phone, Body: 'STOP' });
  const post = (url: string, signature = '') =>
    browser.postForm(url.replace('http://portal.test', ''), form, { 'x-twilio-signature': signature });
  await post(links.unsubscribe(customerId));
  const url = 'http://portal.test/hooks/twilio/sms';
  await post(url, twilioSignature('12345', url, form));
  await post(url, 'forged');
  await events(8);
  const saved = { event: 'preferences', outcome: 'saved', customerId };
  const lines = (await linesIn()).slice(2);
  expect(lines).toMatchObject([
    { ...saved, by: 'customer', email: true, sms: true },
    { event: 'test-message', outcome: 'queued' },
    { event: 'test-message', outcome: 'limited' },
    { ...saved, by: 'link', email: false },
    { ...saved, by: 'reply', sms: false },
    { event: 'secret', outcome: 'wrong', variable: 'TWILIO_AUTH_TOKEN' },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/ann@|5550123|forged|token=/);
});

test('records cross-site and forged requests, and counts all events', async () => {
  const eve = portal.newBrowser();
  await eve.post('/logout');
  await eve.post('/logout', undefined, { 'sec-fetch-site': 'cross-site' });
  await portal.newBrowser().post('/logout', undefined, { 'x-xsrf-token': 'x' });
  await eve.post('/telemetry', {}, { 'sec-fetch-site': 'cross-site' });
  await eve.post('/hooks/orders', {}, { authorization: 'Bearer guessed' });
  const operations = portal.newOperator();
  await operations.get('/metrics', { authorization: 'Bearer guessed' });
  expect(await events(6)).toEqual([
    'csrf no-token',
    'csrf foreign-site',
    'csrf no-cookies',
    'reports foreign-site',
    'secret wrong',
    'secret wrong',
  ]);
  const metrics = await operations.get('/metrics', { authorization: 'Bearer token-of-metrics' });
  expect(metrics.body).toContain('portal_audit_events_total{event="csrf",outcome="foreign-site"} 1\n');
});

test('records who promoted a version that becomes live, but not the versions live at startup', async () => {
  const releases = join(portal.config.dataDir, 'releases.log');
  const released = await startReleasedPortal({ AUDIT_LOG: releases });
  await released.release(shellRelease());
  await released.release(remoteRelease('orders'));
  const look = async () => {
    released.clock.now += 1_000;
    await released.newBrowser().get('/registry.json');
  };
  await look();
  await released.release(remoteRelease('orders', { live: '1.1.0' }));
  await look();
  await look();
  await released.close();
  const line = { remote: 'orders', version: '1.1.0', previous: '1.0.0', who: 'ann' };
  expect(await linesIn(releases)).toMatchObject([line]);
});

describe('audit lines', () => {
  const logOf = (level: string, auditLog?: string) => {
    const written: string[] = [];
    const stream = new Writable({
      write: (chunk, _encoding, done) => done(void written.push(String(chunk))),
    });
    const app = Fastify(logging(level, stream)).withTypeProvider<ValibotTypes>();
    const audit = createAudit(app, { config: { auditLog }, fields: () => ({}), count: () => {} });
    return {
      app,
      audit,
      lines: () => written.map((line): Record<string, unknown> => JSON.parse(line)),
      record: () => audit({ event: 'session', outcome: 'ended' }),
    };
  };

  test('go to the log unless AUDIT_LOG names a file, in the same format', async () => {
    const [log, quiet, own] = [logOf('info'), logOf('warn'), logOf('info', file)];
    for (const { record, app } of [log, quiet, own]) {
      record();
      await app.close();
    }
    const [line = {}] = await linesIn();
    expect(Object.keys(line)).toEqual(Object.keys(log.lines()[0] ?? {}));
    expect(log.lines()).toEqual([{ ...line, time: expect.any(Number) }]);
    expect([quiet.lines(), own.lines()]).toEqual([[], []]);
  });

  test('continue in a new file after the old one is renamed', async () => {
    const { record, app } = logOf('info', file);
    record();
    record();
    expect(await events(2)).toHaveLength(2);
    await rename(file, `${file}.1`);
    record();
    await app.close();
    expect([await linesIn(`${file}.1`), await linesIn()].map(({ length }) => length)).toEqual([2, 1]);
  });

  test('begin on a line of their own after one that a full disk tore', async () => {
    await writeFile(file, '{"level":30,"ti');
    const { record, app } = logOf('info', file);
    record();
    record();
    await app.close();
    const [torn, ...whole] = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(torn).toBe('{"level":30,"ti');
    expect(whole.map((line) => JSON.parse(line))).toMatchObject([{ event: 'session' }, { event: 'session' }]);
  });

  test('are written later, so that nobody waits, and all in order before the app has closed', async () => {
    prepareAuditLog({ auditLog: file });
    const { audit, app } = logOf('info', file);
    const ids = Array.from({ length: 2_000 }, (_, id) => String(id));
    for (const customerId of ids) audit({ event: 'logout', outcome: 'signed-out', customerId });
    expect(readFileSync(file, 'utf8')).toBe('');
    await app.close();
    expect((await linesIn()).map(({ customerId }) => customerId)).toEqual(ids);
  });

  test('go to the log when the file is not writable', async () => {
    const { record, app, lines } = logOf('info', portal.config.dataDir);
    record();
    await app.close();
    expect(lines()).toMatchObject([{ level: 50, line: expect.stringContaining('"event":"session"') }]);
  });

  test('require a writable file at startup', async () => {
    prepareAuditLog({ auditLog: file });
    expect(await readFile(file, 'utf8')).toBe('');
    expect(() => prepareAuditLog({ auditLog: portal.config.dataDir })).toThrow(
      'AUDIT_LOG must be a file that the portal can write: EISDIR',
    );
  });
});

type OutcomeOf<Event, One = AuditEvent> = One extends { event: infer E; outcome: infer Outcome }
  ? Event extends E
    ? Outcome
    : never
  : never;

/** Every outcome of every event, as TypeScript checks. */
const OUTCOMES: { [Event in AuditEvent['event']]: Record<OutcomeOf<Event> & string, 1> } = {
  code: { requested: 1, limited: 1 },
  'sign-in': {
    ...{ 'signed-in': 1, 'wrong-code': 1, 'former-code': 1, 'expired-code': 1, 'ended-code': 1 },
    ...{ 'spent-code': 1, limited: 1, 'no-customer': 1, refused: 1 },
  },
  session: { ended: 1 },
  customer: {
    ...{ shown: 1, 'orders-shown': 1, exported: 1, unlocked: 1, resent: 1, 'signed-out': 1 },
    ...{ blocked: 1, unblocked: 1, erased: 1, 'contacts-changed': 1 },
  },
  operator: { done: 1, refused: 1 },
  order: { 'not-found': 1, moved: 1, removed: 1 },
  erp: { failed: 1, resumed: 1 },
  logout: { 'signed-out': 1, refused: 1 },
  csrf: { 'no-token': 1, 'no-cookies': 1, 'foreign-site': 1 },
  preferences: { saved: 1 },
  answer: { sent: 1, limited: 1 },
  'test-message': { queued: 1, 'nothing-chosen': 1, limited: 1 },
  reports: { limited: 1, 'foreign-site': 1 },
  secret: { wrong: 1 },
  release: { live: 1 },
};

test.each(Object.entries(OUTCOMES))('docs/run.md has a line of the event %s', (event, outcomes) => {
  const guide = readFileSync(join(__dirname, '../../../../../docs/run.md'), 'utf8').split('\n');
  const line = guide.find((one) => one.startsWith(`- **\`${event}\`**`)) ?? '';
  for (const outcome of Object.keys(outcomes)) expect(line).toContain(`\`${outcome}\``);
});
