import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../../../package.json';
import { databaseOn } from '../../platform/database/connect';
import type { Connections } from '../../platform/database/dialect';
import { importCustomers } from '../../orders/import/import-customers';
import { startReleasedPortal } from '../../testing/released-portal';
import { remoteRelease, shellRelease } from '../../testing/releases';
import { startSmtpInbox } from '../../testing/smtp-inbox';
import { useTestApp } from '../../testing/test-app';
import { createMetrics } from './metrics';

const TOKEN = 'token-of-metrics';
const authorization = `Bearer ${TOKEN}`;

/** The samples of what the portal measures, by name and labels. */
const samplesIn = (text: string): Record<string, number> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.startsWith('portal_') && !line.startsWith('portal_build_info'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );

const depth = (channel: string, status: string) =>
  `portal_outbox_messages{channel="${channel}",status="${status}"}`;

const namesIn = (samples: Record<string, number>) => Object.keys(samples).sort();

describe('with a database', () => {
  const portal = useTestApp({ OPERATIONS_PORT: '0', METRICS_TOKEN: TOKEN, ORDERS_WEBHOOK_TOKEN: TOKEN });

  const read = async () => samplesIn((await portal.newOperator().get('/metrics', { authorization })).body);

  test('requires the token', async () => {
    const browser = portal.newOperator();
    for (const wrong of [undefined, 'Bearer', 'Bearer token-of-metric', `Basic ${TOKEN}`, TOKEN]) {
      const response = await browser.get('/metrics', { authorization: wrong });
      expect(response.statusCode).toBe(401);
      expect(response.headers['www-authenticate']).toBe('Bearer');
      expect(response.body).not.toContain('portal_');
    }
    const response = await browser.get('/metrics', { authorization });
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(response.body).toMatch(/^process_cpu_seconds_total \d/m);
    expect(response.body).toMatch(/^nodejs_eventloop_lag_seconds \d/m);
    expect(response.body).toContain(
      `portal_build_info{version="${version}",node="${process.versions.node}"} 1\n`,
    );
  });

  test('shows what alerts count before the first time: `increase` sees no series begin', async () => {
    expect(await read()).toMatchObject({
      'portal_messages_total{channel="sms",kind="code",outcome="over-budget"}': 0,
      'portal_audit_events_total{event="sign-in",outcome="wrong-code"}': 0,
      'portal_http_requests_total{method="POST",route="/hooks/orders",status="422"}': 0,
      portal_audit_lost_total: 0,
    });
  });

  test('measures disks, backups, and the certificate, also one that browsers refuse', async () => {
    const inbox = await startSmtpInbox({ secure: true });
    const file = join(portal.config.dataDir, 'backup');
    const config = {
      ...portal.config,
      publicUrl: new URL(inbox.url.replace('smtp:', 'https:')),
      backupFile: file,
    };
    const metrics = createMetrics({ config, database: portal.database, pool: undefined });
    expect(samplesIn(await metrics.read())).toMatchObject({
      portal_backup_timestamp_seconds: 0,
      portal_certificate_expiry_timestamp_seconds: NaN,
    });
    await writeFile(file, '');
    await utimes(file, 1000, 1000);
    const expiry = async () =>
      samplesIn(await metrics.read())['portal_certificate_expiry_timestamp_seconds'] ?? NaN;
    while (Number.isNaN(await expiry()));
    expect(new Date((await expiry()) * 1000).getFullYear()).toBeGreaterThan(2000);
    const samples = samplesIn(await metrics.read());
    expect(samples['portal_backup_timestamp_seconds']).toBe(1000);
    expect(samples['portal_disk_free_bytes{folder="data"}']).toBeLessThanOrEqual(
      samples['portal_disk_bytes{folder="data"}'] ?? 0,
    );
    await inbox.close();
  });

  test('counts lines that the audit log has lost', async () => {
    const log = portal.config.auditLog ?? '';
    await rm(log, { force: true });
    await mkdir(log);
    await portal.newBrowser().post('/hooks/orders', {}, { authorization: 'Bearer wrong' });
    while ((await read())['portal_audit_lost_total'] === 0);
    await rm(log, { recursive: true });
    expect((await read())['portal_audit_lost_total']).toBe(1);
  });

  test('adds no series for paths, methods, hosts, remotes or events that clients make up', async () => {
    const attack = async (round: number) => {
      const stranger = portal.newBrowser(`203.0.113.${round}`);
      for (const url of [`/x${round}`, `/service-order/${round}`, `/releases/a/${round}/b.js`, `/%${round}`])
        await stranger.get(url, { host: `${round}.example`, accept: 'text/html' });
      for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const)
        await portal.app.inject({ method, url: `/auth-check/${round}` });
      const report = { remote: `r${round}`, version: `1.0.${round}`, event: 'shown', durationMs: 1 };
      await stranger.post('/telemetry', report);
      await stranger.post(`/customer-login/email`, { email: `${round}@example.com` });
    };
    await attack(1);
    await read();
    const before = namesIn(await read());
    for (let round = 2; round < 30; round++) await attack(round);
    const after = await read();
    expect(namesIn(after)).toEqual(before);
    expect(after['portal_http_requests_total{method="other",route="other",status="404"}']).toBe(5 * 29);
    expect(
      after['portal_http_request_duration_seconds_count{method="POST",route="/customer-login/email"}'],
    ).toBe(29);
    expect(before.length).toBeLessThan(400);
  });

  test('counts the orders of all loads, whichever process and however often it restarts', async () => {
    const orders = [{ ServiceOrderNbr: '1' }, { ServiceOrderNbr: '2' }];
    const importAs = (Status: string) =>
      importCustomers(
        portal.database,
        JSON.stringify([{ email: 'ann@example.com', orders: orders.map((order) => ({ ...order, Status })) }]),
      );
    await importAs('Open');
    await importAs('Closed');
    await portal.newBrowser().post('/hooks/orders', { email: 'ben@example.com' }, { authorization });
    const counted = (source: string, change: string) =>
      `portal_import_orders_total{source="${source}",change="${change}"}`;
    const samples = await read();
    expect(samples).toMatchObject({
      [counted('file', 'new')]: 2,
      [counted('file', 'updated')]: 2,
      [counted('file', 'unchanged')]: 0,
      [counted('webhook', 'new')]: 0,
    });
    const restarted = createMetrics({ database: portal.database, pool: undefined });
    expect(samplesIn(await restarted.read())).toMatchObject({ [counted('file', 'updated')]: 2 });
    await portal.passTime({ hours: 2 });
    const loaded = (await read())['portal_import_last_timestamp_seconds{source="webhook"}'] ?? 0;
    expect(Date.now() / 1000 - loaded).toBeCloseTo(7200, -2);
  });

  test('reports how fresh the orders of an ERP are, but not after it was removed', async () => {
    const fresh = 'portal_erp_fresh_timestamp_seconds{erp="acumatica"}';
    const withErp = createMetrics({
      database: portal.database,
      pool: undefined,
      orderSources: [
        { name: 'acumatica', readState: async () => ({ freshAt: new Date(5000), heldOrders: 3 }) },
      ],
    });
    expect(samplesIn(await withErp.read())).toMatchObject({
      [fresh]: 5,
      'portal_erp_held_orders{erp="acumatica"}': 3,
    });
    expect(await read()).not.toHaveProperty([fresh]);
  });

  test('reports the depth and age of the outbox', async () => {
    const browser = await portal.openBrowser();
    for (const email of ['ann@example.com', 'ben@example.com'])
      await browser.post('/customer-login/email', { email });
    await portal.passTime({ seconds: 100 });
    await browser.post('/customer-login/phone', { phone: '+12025550123' });
    const now = new Date();
    const news = { kind: 'order', channel: 'email', recipient: '', expires_at: now } as const;
    await portal.database
      .insertInto('outbox')
      .values([
        { ...news, status: 'queued', changes: '[]' },
        { ...news, status: 'dead', settled_at: now },
        { ...news, status: 'sent', settled_at: now },
      ])
      .execute();
    const samples = await read();
    const depths = Object.entries(samples).filter(([name]) => name.startsWith('portal_outbox_messages'));
    expect(Object.fromEntries(depths)).toEqual({
      [depth('email', 'waiting')]: 2,
      [depth('email', 'queued')]: 1,
      [depth('email', 'dead')]: 1,
      [depth('sms', 'waiting')]: 1,
      [depth('sms', 'queued')]: 0,
      [depth('sms', 'dead')]: 0,
    });
    const oldest = (channel: string) =>
      samples[`portal_outbox_oldest_seconds{channel="${channel}",status="waiting"}`];
    expect(oldest('email')).toBeGreaterThanOrEqual(100);
    expect(oldest('sms')).toBeLessThan(60);
    expect(samples['portal_database_up']).toBe(1);
    const idle = samples['portal_database_connections{state="idle"}'];
    if (process.env['TEST_DATABASE_URL']) expect(idle).toBeGreaterThanOrEqual(1);
    else expect(idle).toBeUndefined();
  });
});

const end = async () => {};

/** What is measured at the moment, without what is counted. */
const gaugesIn = (text: string) =>
  Object.fromEntries(Object.entries(samplesIn(text)).filter(([name]) => !/_total\b/.test(name)));

test('drops what it knew of the database when an outage begins', async () => {
  let isAway = false;
  const connect: Connections['connect'] = async () => {
    if (isAway) throw new Error('ECONNREFUSED');
    return { query: async () => ({ rows: [], rowCount: 0 }), release: () => {} };
  };
  const metrics = createMetrics({ database: databaseOn({ connect, end }), pool: undefined });
  const up = { portal_database_up: 1, [depth('email', 'dead')]: 0 };
  expect(samplesIn(await metrics.read())).toMatchObject(up);
  isAway = true;
  expect(gaugesIn(await metrics.read())).toEqual({ portal_database_up: 0 });
});

test('reports all other metrics while the database hangs', async () => {
  const metrics = createMetrics({
    database: databaseOn({ connect: () => new Promise(() => {}), end }),
    pool: { totalCount: 10, idleCount: 3, waitingCount: 4 },
  });
  const [text, again] = await Promise.all([metrics.read(), metrics.read()]);
  expect(gaugesIn(text)).toEqual({
    portal_database_up: 0,
    'portal_database_connections{state="idle"}': 3,
    'portal_database_connections{state="busy"}': 7,
    portal_database_waiting: 4,
  });
  expect(samplesIn(again)).toEqual(samplesIn(text));
});

test('counts the loads of versions; the customers’ port has no metrics', async () => {
  const portal = await startReleasedPortal({ OPERATIONS_PORT: '0' });
  await portal.release(shellRelease());
  const canary = { version: '1.1.0', percent: 100 };
  await portal.release(remoteRelease('orders', { canary }));
  const browser = portal.newBrowser();
  expect((await browser.get('/metrics')).body).not.toContain('portal_');
  await browser.get('/', { accept: 'text/html' });
  const report = { remote: 'orders', version: '1.1.0', event: 'shown', durationMs: 1 };
  const failure = { ...report, event: 'fell-back', cause: 'chunk' };
  const others = [
    { ...report, version: '0.9.0' },
    { ...report, remote: 'news' },
  ];
  for (const payload of [report, report, failure, ...others]) await browser.post('/telemetry', payload);

  const samples = samplesIn((await portal.newOperator('127.0.0.1').get('/metrics')).body);
  expect(Object.entries(samples).filter(([name]) => name.startsWith('portal_remote_loads_total'))).toEqual([
    ['portal_remote_loads_total{remote="orders",version="1.1.0",outcome="shown"}', 1],
    ['portal_remote_loads_total{remote="orders",version="1.1.0",outcome="failed"}', 1],
    ['portal_remote_loads_total{remote="orders",version="other",outcome="shown"}', 1],
  ]);
  await portal.close();
});

test('without METRICS_TOKEN, only this machine reads the metrics, through no proxy either', async () => {
  const portal = await startReleasedPortal({ OPERATIONS_PORT: '0' });
  const statusFor = async (ip: string) => (await portal.newOperator(ip).get('/metrics')).statusCode;
  expect(await statusFor('127.0.0.1')).toBe(200);
  expect(await statusFor('203.0.113.7')).toBe(403);
  const trusting = await startReleasedPortal({ OPERATIONS_PORT: '0', TRUST_PROXY: 'true' });
  const forged = await trusting.app.operations?.inject({
    url: '/metrics',
    headers: { 'x-forwarded-for': '127.0.0.1' },
    remoteAddress: '203.0.113.7',
  });
  expect(forged?.statusCode).toBe(403);
  for (const each of [portal, trusting]) await each.close();
});
