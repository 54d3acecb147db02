import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx, startNginx } from '../../testing/nginx';

/** Runs deploy/nginx in front of three test servers that act as replicas. */

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) process.stderr.write('openssl is not installed: skipped the check of deploy/nginx\n');
const program = hasOpenssl ? findNginx() : undefined;
const testWithNginx = program ? test : test.skip;

let home: string;
let replicas: Server[];
let requests: IncomingMessage[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let nginx: Awaited<ReturnType<typeof startNginx>>;

const portOf = (server: Server): number => {
  const address = server.address();
  return address && typeof address === 'object' ? address.port : 0;
};

const startReplica = async (): Promise<Server> => {
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const end = (server: Server) => {
  server.closeAllConnections();
  server.close();
};

const makeCertificate = () => {
  const tls = join(home, 'portal/tls');
  mkdirSync(tls, { recursive: true });
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=portal';
  const files = ['-keyout', join(tls, 'portal.key'), '-out', join(tls, 'portal.crt')];
  execFileSync('openssl', [...request.split(' '), ...files], { stdio: 'ignore' });
};

beforeEach(async () => {
  if (!program) return;
  home = await mkdtemp(join(tmpdir(), 'portal-nginx-'));
  answer = (_request, response) => response.end('fine');
  requests = [];
  replicas = await Promise.all([startReplica(), startReplica(), startReplica()]);
  makeCertificate();
  nginx = await startNginx({ program, home, replicas: replicas.map(portOf), withTls: true });
  requests = [];
});
afterEach(async () => {
  if (!program) return;
  await nginx.stop();
  replicas.forEach(end);
  await rm(home, { recursive: true });
});

/** 12 KB. */
const OTHER_COOKIES = Array.from({ length: 15 }, (_, index) => `other_${index}=${'x'.repeat(800)}`).join(
  '; ',
);

const post = () => fetch(nginx.url, { method: 'POST', body: '{}' });

testWithNginx('overwrites forged forwarding headers, and passes large response headers through', async () => {
  const policy = 'x'.repeat(12_000);
  answer = (_request, response) =>
    response.setHeader('content-security-policy', policy).setHeader('set-cookie', ['a=1', 'b=2']).end();
  const response = await fetch(`${nginx.url}/account?link=secret`, {
    headers: {
      'x-forwarded-for': '203.0.113.7',
      'x-forwarded-host': 'other.example',
      'x-request-id': 'forged',
      'accept-encoding': 'br',
    },
  });
  expect(requests[0]?.headers).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-request-id': expect.stringMatching(/^[\da-f]{32}$/),
    host: new URL(nginx.url).hostname,
    'accept-encoding': 'br',
  });
  expect(requests[0]?.headers).not.toHaveProperty('x-forwarded-host');
  expect(response.headers.get('content-security-policy')).toBe(policy);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
});

testWithNginx(
  'passes large cookies of other applications on, also those that the portal refuses',
  async () => {
    expect((await fetch(nginx.url, { headers: { cookie: OTHER_COOKIES } })).status).toBe(200);
    expect(requests[0]?.headers.cookie).toBe(OTHER_COOKIES);
    const cookie = `${OTHER_COOKIES}; ${OTHER_COOKIES}`;
    expect((await fetch(nginx.url, { headers: { cookie } })).status).toBe(431);
  },
);

testWithNginx('passes a large build on, and no other large body', async () => {
  answer = (request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => response.end(String(bytes)));
  };
  const send = (path: string) =>
    fetch(nginx.url + path, { method: 'POST', body: new Uint8Array(12_000_000) });
  const published = await send('/account/-/releases/publish');
  expect(await published.text()).toBe('12000000');
  expect(requests[0]?.headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1' });
  expect((await send('/hooks/orders')).status).toBe(413);
});

testWithNginx('retries a GET but not a POST when a replica dies during the request', async () => {
  answer = (request, response) => {
    if (requests.length === 1) request.socket.destroy();
    else response.end('fine');
  };
  expect((await fetch(nginx.url)).status).toBe(200);
  expect(requests).toHaveLength(2);

  requests = [];
  expect((await post()).status).toBe(502);
  expect(requests).toHaveLength(1);
});

testWithNginx('no POST fails when two of three replicas are down', async () => {
  replicas.slice(0, 2).forEach(end);
  const statuses = await Promise.all(Array.from({ length: 9 }, async () => (await post()).status));
  expect(statuses).toEqual(Array(9).fill(200));
  expect(requests).toHaveLength(9);
});

testWithNginx('serves HTTP/2 over TLS, redirects plain HTTP, and logs no query', async () => {
  const session = connect(`https://127.0.0.1:${nginx.ports.https}`, { rejectUnauthorized: false });
  const stream = session.request({ ':path': '/unsubscribe?token=secret', cookie: OTHER_COOKIES });
  const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
  stream.resume();
  await once(stream, 'close');
  session.close();
  expect(headers[':status']).toBe(200);
  expect(requests[0]?.headers['x-forwarded-proto']).toBe('https');

  const plain = await fetch(`http://127.0.0.1:${nginx.ports.http}/orders`, { redirect: 'manual' });
  expect([plain.status, plain.headers.get('location')]).toEqual([308, 'https://portal.example/orders']);
  await nginx.stop();
  const log = await readFile(join(home, 'access.log'), 'utf8');
  expect(log).toContain('"GET /unsubscribe" 200');
  expect(log).not.toContain('secret');
  // The log of nginx.conf has the queries: no server of the portal writes it.
  expect(await readFile(join(home, 'combined.log'), 'utf8')).not.toContain('secret');
});

testWithNginx('serves the files that prove the domain to a certificate authority', async () => {
  const folder = join(home, 'acme/.well-known/acme-challenge');
  await mkdir(folder, { recursive: true });
  // As root, nginx reads files as `nobody`.
  await chmod(home, 0o711);
  await writeFile(join(folder, 'token'), 'token.thumbprint');
  const proof = `http://127.0.0.1:${nginx.ports.http}/.well-known/acme-challenge/token`;
  expect(await (await fetch(proof)).text()).toBe('token.thumbprint');
});
