import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { openDatabase } from '../../platform/database/connect';
import { copySnapshot } from '../../testing/database-snapshot';
import { listenLocally } from '../../testing/listen-locally';
import { remoteRelease } from '../../testing/releases';
import { LISTENING, startServer } from '../../testing/server-process';
import { createTestDatabase } from '../../testing/test-database';

/**
 * Starts a fake OTLP/HTTP collector that is also the bucket of releases and Twilio: every service that the server calls.
 */
const startServices = async () => {
  const spans: Buffer[] = [];
  let receive: (text: string) => void;
  const message = new Promise<string>((resolve) => (receive = resolve));
  const server = createServer(async (request, response) => {
    const { url = '' } = request;
    const body = await buffer(request);
    if (url === '/v1/traces') spans.push(body);
    if (url.startsWith('/2010')) receive(body.toString());
    response.statusCode = url.startsWith('/2010') ? 201 : 200;
    response.end(url.startsWith('/bucket') ? '<ListBucketResult/>' : '{}');
  });
  return {
    url: await listenLocally(server),
    /** The first text message. */
    message,
    /** Names and attributes are plain text in protobuf. */
    spans: () => Buffer.concat(spans).toString('latin1'),
    close: () => server.close(),
  };
};

const PHONE = '+12025550123';

/**
 * Fills the database: with a customer who has that number (one of the demo has it), and a release, whose files the portal
 * looks for in the bucket.
 */
const fillDatabase = async (home: string) => {
  const created = await createTestDatabase();
  if (!created) await copySnapshot(home);
  const { database, close } = await openDatabase({ databaseUrl: created?.databaseUrl, dataDir: home });
  if (created) await database.insertInto('customers').values({ phone: PHONE }).execute();
  const { name, versions } = remoteRelease('orders');
  const content = JSON.stringify(versions['1.0.0']);
  await database
    .insertInto('releases')
    .values({ name, lives: ['1.0.0'] })
    .execute();
  await database
    .insertInto('release_versions')
    .values({ name, version: '1.0.0', content, bytes: 1, published_at: new Date(), published_by: 'team' })
    .execute();
  await close();
  return created;
};

test('traces requests, statements and outgoing requests without personal data', async () => {
  const home = await mkdtemp(join(tmpdir(), 'portal-traced-'));
  const services = await startServices();
  const created = await fillDatabase(home);
  const { child, exit, output, waitForOutput } = startServer(home, {
    SHUTDOWN_DELAY_SECONDS: '0',
    ...(created && { DATABASE_URL: created.databaseUrl }),
    RELEASES_URL: 's3://bucket/releases',
    AWS_ENDPOINT_URL_S3: services.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: '12345',
    TWILIO_FROM: '+15005550006',
    TWILIO_BASE_URL: services.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: services.url,
    OTEL_SERVICE_NAME: 'portal-of-acme',
  });

  try {
    const url = await waitForOutput(LISTENING);
    const opened = await fetch(`${url}/auth-check`);
    const cookie = opened.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ');
    const sent = await fetch(`${url}/customer-login/phone`, {
      method: 'POST',
      headers: {
        cookie,
        'x-xsrf-token': opened.headers.get('x-xsrf-token') ?? '',
        'content-type': 'application/json',
        'user-agent': 'curious',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
      body: JSON.stringify({ phone: PHONE }),
    });
    expect(sent.status).toBe(200);
    await fetch(`${url}/service-order/000019?email=ann@example.com`, { headers: { accept: 'text/html' } });
    await fetch(`${url}/healthz`);
    const code = /\d{6}/.exec(await services.message)?.[0] ?? '';
    child.kill('SIGTERM');
    expect(await exit).toBe(0);

    const spans = services.spans();
    expect(spans).toContain('portal-of-acme');
    expect(spans).toContain('POST /customer-login/phone');
    expect(spans).toContain('GET /*');
    expect(spans).toContain(Buffer.from('0af7651916cd43dd8448eb211c80319c', 'hex').toString('latin1'));
    expect(spans).toContain('@opentelemetry/instrumentation-http');
    if (created) expect(spans).toMatch(/pg\.query:INSERT[^]*insert into "outbox"/);
    expect(spans).toContain('@opentelemetry/instrumentation-undici');
    expect(spans).not.toContain('/healthz');
    expect(spans).not.toContain('/v1/traces');

    const secrets = [
      code,
      '5550123',
      'ann@',
      '000019',
      'email=',
      'curious',
      'AC1',
      '/bucket',
      cookie.slice(-40),
    ];
    for (const secret of secrets) expect(spans).not.toContain(secret);

    const lines = output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.find((line) => line.includes('/customer-login/phone'))).toContain(
      '"trace_id":"0af7651916cd43dd8448eb211c80319c"',
    );
  } finally {
    child.kill('SIGKILL');
    await exit;
    services.close();
    await created?.drop();
    await rm(home, { recursive: true });
  }
});
