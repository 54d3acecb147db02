import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { embedCheck, type EmbedCheckArgs } from './embed-check';

const ORIGIN = 'https://www.acme.example';
const SCRIPT = 'customElements.define();';
const PINNED = '/account/releases/shell/1.4.0/embed.js';

const closing: (() => unknown)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

const listen = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Starts a correct portal under /account; the options break one part of it. */
const startPortal = async ({
  listed = ORIGIN,
  cookie = 'a=b; Secure; Partitioned; SameSite=None',
  preflight = 204,
} = {}) =>
  `${await listen(({ method, url, headers }, answer) => {
    if (headers.origin === listed) {
      answer.setHeader('access-control-allow-origin', listed);
      answer.setHeader('access-control-allow-credentials', 'true');
      answer.setHeader('access-control-allow-headers', 'content-type, x-xsrf-token');
    }
    if (method === 'OPTIONS') return answer.writeHead(preflight).end();
    if (url === '/account/embed.js')
      return answer
        .writeHead(200, { 'content-type': 'text/javascript', 'content-location': PINNED })
        .end(SCRIPT);
    if (url === '/account/embed.json')
      return answer.writeHead(200, { 'set-cookie': ['a=; Max-Age=0', cookie] }).end('{}');
    return answer.writeHead(404).end();
  })}/account`;

const startPage = (policy: string, html: string) =>
  listen((_request, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html),
  );

const check = async (args: EmbedCheckArgs) => {
  const { text: out, data, exitCode = 0 } = await embedCheck(args);
  return { out, data, exitCode };
};

test('reports a portal that lists the site as ready, and prints the HTML for the page', async () => {
  const url = await startPortal();
  const { out, exitCode } = await check({ url: `${url}/`, origin: ORIGIN });
  expect(out).not.toContain('✗');
  expect(out).toContain(`✓ ${ORIGIN} is listed`);
  expect(out).toContain(
    `<script src="${url}/embed.js" async></script>\n  <customer-portal></customer-portal>`,
  );
  const integrity = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`;
  expect(out).toContain(`src="${url.replace('/account', '')}${PINNED}"\n    integrity="${integrity}"`);
  expect(out).toContain(`connect-src ${new URL(url).origin}`);
  expect(exitCode).toBe(0);
});

test.each([
  [
    'an unlisted site',
    { listed: 'https://other.example' },
    `Add it to EMBED_ORIGINS and restart the portal: ${ORIGIN}`,
  ],
  [
    'a cookie without SameSite=None',
    { cookie: 'session_token=a; SameSite=Lax' },
    'session_token lack SameSite=None; Secure; Partitioned',
  ],
  ['a proxy that answers OPTIONS', { preflight: 405 }, 'OPTIONS answers 405'],
  ['control characters, escaped', { cookie: '\u009b31mred=1' }, '%C2%9B31mred lack SameSite=None'],
])('reports %s', async (_, change, sentence) => {
  const { out, exitCode } = await check({ url: await startPortal(change), origin: ORIGIN });
  expect(out.match(/✗/g)).toHaveLength(1);
  expect(out).toContain(sentence);
  expect(out).not.toContain('\u009b');
  expect(exitCode).toBe(1);
});

test('checks the policy in the header and the HTML of a page, and the nonce of its script', async () => {
  const url = await startPortal();
  const { origin } = new URL(url);
  const policy = `script-src ${origin}; style-src ${origin} 'nonce-abc'; img-src ${origin} data:`;
  const html = `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'"><script src="${url}/embed.js"></script>`;
  const page = await startPage(policy, html);
  const { out, exitCode } = await check({ url, origin: ORIGIN, page: `${page}/my%20account/?from=menu` });
  expect(out).toContain('<customer-portal base="/my%20account"></customer-portal>');
  expect(out).toContain(`connect-src must name ${origin}.`);
  expect(out).toContain('Add the nonce of the page to the script element');
  expect(out.match(/✗/g)).toHaveLength(2);
  expect(exitCode).toBe(1);
});

test('with --pin, prints only the script of the live version', async () => {
  const url = await startPortal({ listed: 'https://other.example' });
  expect(await check({ url, origin: ORIGIN, pin: true })).toEqual({
    out: expect.stringMatching(
      /^<script src="http[^"]+\/shell\/1\.4\.0\/embed\.js"\n {2}integrity="sha384-[^>]+ async><\/script>$/,
    ),
    data: { src: expect.any(String), integrity: expect.any(String) },
    exitCode: 0,
  });
});

test('needs no entry for the portal’s own origin', async () => {
  const url = await startPortal();
  const { out, exitCode } = await check({ url, origin: new URL(url).origin });
  expect(out).not.toContain('is listed');
  expect(exitCode).toBe(0);
});

test('reports an address without a portal', async () => {
  const url = await startPortal();
  const { out, exitCode } = await check({ url: new URL(url).origin });
  expect(out).toContain('It answers 404. If this is the portal');
  expect(exitCode).toBe(1);
});

test.each([
  [{}, 'UsageError', "Name the portal's URL"],
  [{ url: 'portal.example' }, 'UsageError', 'The portal must be a URL'],
  [{ url: 'https://a.example', page: 'b' }, 'UsageError', '--page must be a URL'],
  [{ url: 'https://a.example', page: 'https://ann:secret@b.example' }, 'UsageError', 'URL without user name'],
  [{ url: 'http://127.0.0.1:9' }, 'UnreachableError', 'http://127.0.0.1:9/embed.js does not answer ('],
])('cannot check %j: %s', async (args, name, sentence) => {
  const error: unknown = await check(args).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name, message: expect.stringContaining(sentence) });
  expect(String(error)).not.toContain('secret');
});

describe('hostile answers', () => {
  test.each(['http://[', 'https://evil.example/embed.js', 'javascript:alert(1)'])(
    'does not recommend a version at %s',
    async (location) => {
      const headers = { 'content-type': 'text/javascript', 'content-location': location };
      const url = await listen((_request, answer) => answer.writeHead(200, headers).end(SCRIPT));
      const { out, exitCode } = await check({ url });
      expect(out).toContain('embed.js is there');
      expect(out).not.toContain('integrity=');
      expect(exitCode).toBe(0);
    },
  );

  test('reports redirects to another origin', async () => {
    const url = await startPortal();
    const page = await startPage('', '');
    const elsewhere = await listen(({ url: path = '' }, answer) =>
      answer
        .writeHead(302, { location: path.startsWith('/account') ? url.replace('/account', path) : page })
        .end(),
    );
    const { out, exitCode } = await check({ url: `${elsewhere}/account`, page: `${elsewhere}/page` });
    expect(out).toContain(`It redirects to ${url}/embed.js.`);
    expect(out).toContain(`It redirects to ${page}/.`);
    expect(exitCode).toBe(1);
  });
});
