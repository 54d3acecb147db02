import { MODULE_PROBE, TRUSTED_TYPES_FILE, type Descriptor, type PublishedVersion } from '@portal/contract';
import {
  ownerAt,
  policyFor,
  readPortalPage,
  withCandidate,
  withCandidateInRegistry,
  type Candidate,
} from './portal-page';

const PORTAL = 'https://portal.example/account/';
const PIN = `sha384-${'A'.repeat(64)}`;

const descriptor: Descriptor = {
  name: 'orders',
  title: 'Orders </script>',
  access: 'customer',
  routes: ['/service-orders', '/service-order/:orderNbr'],
  navigation: [],
  requires: { shell: '^1.0.0' },
};

const candidate = (changes: Partial<PublishedVersion> = {}): Candidate => ({
  name: 'orders',
  version: '1.1.0-abcdef12',
  descriptor,
  published: {
    entry: 'remoteEntry.js',
    globalName: 'portal_orders',
    format: 'script',
    preload: [],
    styles: [],
    integrity: { 'remoteEntry.js': PIN, 'chunk.js': PIN },
    publishedAt: '2026-03-04T12:00:00.000Z',
    descriptor,
    ...changes,
  },
});

const invoicesEntry = {
  extras: { descriptor: { name: 'invoices', routes: ['/invoices', '/service-order/1'] } },
};
const boot = {
  basePath: '/account',
  brand: { name: 'Acme' },
  aNewField: { stays: true },
  previews: [{ remote: 'shell', version: '1.0.0', problem: null }],
  registry: { schema: 'v1', microFrontends: { invoices: [invoicesEntry] } },
  remotes: [
    { name: 'orders', routes: ['/service-orders'], title: 'Live' },
    { name: 'invoices', routes: ['/invoices', '/service-order/1'] },
  ],
};

const pageWith = (head = '', document: object = boot) => `<!doctype html>
<html>
<head>
${head}
<script nonce="n0nce" src="/account/releases/shell/1.0.3-12345678/main.js" defer></script>
<link rel="preload" as="script" href="/account/releases/orders/1.0.0/remoteEntry.js" nonce="n0nce">
<link rel="preload" as="script" href="/account/releases/shell/1.0.3-12345678/a.js" nonce="n0nce">
</head>
<body>
<script id="portal-boot" type="application/json" nonce="n0nce">${JSON.stringify(document)}</script>
</body>
</html>`;

const bootIn = (html: string): unknown =>
  JSON.parse(/<script id="portal-boot"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? '');

const pinsIn = (html: string): unknown =>
  JSON.parse(/<script type="importmap" nonce="n0nce">([^<]*)<\/script>/.exec(html)?.[1] ?? 'null');

it('reads the shell version from the page', () => {
  expect(readPortalPage(pageWith(), PORTAL)).toMatchObject({ shell: '1.0.3-12345678', boot });
});

it.each(['<html></html>', pageWith().replaceAll('releases/shell', 'else'), pageWith('', { basePath: 1 })])(
  'rejects a page that is not a portal',
  (html) => {
    expect(() => readPortalPage(html, PORTAL)).toThrow(
      `${PORTAL} is not the page of a portal with a shell. Check --portal or PORTAL_URL.`,
    );
  },
);

it('replaces the live version with the build, as a preview', () => {
  const html = withCandidate(pageWith(), PORTAL, candidate());
  const { requires: _, ...summary } = descriptor;
  expect(bootIn(html)).toMatchObject({
    aNewField: { stays: true },
    brand: { name: 'Acme' },
    first: 'orders',
    previews: [...boot.previews, { remote: 'orders', version: '1.1.0-abcdef12', problem: null }],
    remotes: [boot.remotes[1], summary],
    registry: {
      microFrontends: {
        invoices: [invoicesEntry],
        orders: [
          {
            url: '/account/releases/orders/1.1.0-abcdef12/remoteEntry.js',
            metadata: { integrity: PIN, version: '1.1.0-abcdef12' },
            extras: { descriptor, globalName: 'portal_orders', local: false },
          },
        ],
      },
    },
  });
  expect(html).not.toContain('releases/orders/1.0.0');
  expect(html).toContain('releases/shell/1.0.3-12345678/a.js');
  expect(pinsIn(html)).toBeNull();
});

it('adds no list of remotes to a page without one', () => {
  const { remotes: _, ...withAll } = boot;
  expect(bootIn(withCandidate(pageWith('', withAll), PORTAL, candidate()))).not.toHaveProperty('remotes');
});

it('pins the modules of the build in the import map of the page', () => {
  const own = '/account/releases/orders/1.1.0-abcdef12/';
  const pins = {
    [`${own}remoteEntry.js`]: PIN,
    [`${own}chunk.js`]: PIN,
    [MODULE_PROBE.url]: MODULE_PROBE.integrity,
  };
  const module = candidate({ format: 'module' });
  expect(pinsIn(withCandidate(pageWith(), PORTAL, module))).toEqual({ integrity: pins });
  const known = { integrity: { '/account/releases/invoices/1.0.0/a.js': PIN } };
  const map = `<script type="importmap" nonce="n0nce">${JSON.stringify(known)}</script>`;
  expect(pinsIn(withCandidate(pageWith(map), PORTAL, module))).toEqual({
    integrity: { ...known.integrity, ...pins },
  });
});

it('adds the build to the registry', () => {
  const registry = JSON.parse(
    withCandidateInRegistry(JSON.stringify(boot.registry), candidate(), '/account'),
  );
  expect(registry).toMatchObject({
    schema: 'v1',
    microFrontends: { invoices: [invoicesEntry], orders: [{ metadata: { version: '1.1.0-abcdef12' } }] },
  });
});

it('keeps Trusted Types only for a build that supports them', () => {
  const policy =
    "default-src 'self'; require-trusted-types-for 'script'; trusted-types portal-script 'allow-duplicates'";
  expect(policyFor(policy, candidate())).toBe("default-src 'self'");
  expect(policyFor(policy, candidate({ integrity: { [TRUSTED_TYPES_FILE]: PIN } }))).toBe(policy);
});

it('finds the owner of a path', () => {
  const { boot: read } = readPortalPage(pageWith(), PORTAL);
  expect(ownerAt(read, candidate(), '/service-order/000019')).toBe('orders');
  expect(ownerAt(read, candidate(), '/service-order/1')).toBe('invoices');
  expect(ownerAt(read, candidate(), '/nowhere')).toBeUndefined();
});
