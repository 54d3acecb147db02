import { registrySchema, type ReleaseDocument } from '@portal/contract';
import * as v from 'valibot';
import { released, remoteRelease, shellRelease, withPublished } from '../testing/releases';
import type { Portal } from './check-servable';
import { parsePreviews } from './previews';
import { resolve, type Resolution } from './resolve';
import type { Visit } from './visits';

const PORTAL = { basePath: '', development: false, allowLocalRemotes: false };
const NO_INTEGRITY = { integrity: {} };
const SINCE = '2026-03-05T12:00:00.000Z';

const canary = (version: string, percent = 100) => ({ version, percent, since: SINCE });
const orders = (change: Partial<ReleaseDocument> = {}) => remoteRelease('orders', change);

/** The document with a version that wants another shell. */
const wanting = (document: ReleaseDocument, version: string, shell: string): ReleaseDocument => {
  const descriptor = document.versions[version]?.descriptor;
  return withPublished(
    document,
    version,
    descriptor ? { descriptor: { ...descriptor, requires: { shell } } } : {},
  );
};

const visit = (preview = '', visitor: string | undefined = 'ann'): Visit => ({
  visitor,
  previews: parsePreviews(preview),
});

/** The resolution of these documents for a visitor. */
const give = (documents: readonly ReleaseDocument[], who = visit(), portal: Portal = PORTAL) =>
  resolve(released(...documents), who, portal);

const versionsOf = ({ registry }: Resolution, name = 'orders') =>
  registry.microFrontends[name]?.map(({ metadata }) => metadata.version) ?? [];

const ordersFor = (change: Partial<ReleaseDocument>, who = visit()) =>
  versionsOf(give([shellRelease(), orders(change)], who));

const shellFor = (document: ReleaseDocument, who = visit()) =>
  give([document, orders()], who).shell.map(({ version }) => version);

const problemsOf = ({ skipped }: Resolution) => skipped.map(({ problem }) => problem);

describe('the version for a visitor, and its fallback:', () => {
  test.each<[string, Partial<ReleaseDocument>, string[]]>([
    ['live alone', {}, ['1.0.0']],
    ['live, then the one before', { previous: '0.9.0' }, ['1.0.0', '0.9.0']],
    ['the canary, then live', { canary: canary('1.1.0'), previous: '0.9.0' }, ['1.1.0', '1.0.0']],
    ['live, as the canary is for nobody', { canary: canary('1.1.0', 0) }, ['1.0.0']],
    ['the canary alone, as nothing is live', { canary: canary('1.1.0'), live: null }, ['1.1.0']],
    ['live once, though it is the one before as well', { previous: '1.0.0' }, ['1.0.0']],
  ])('%s', (_, change, versions) => {
    expect(ordersFor(change)).toEqual(versions);
    expect(shellFor(shellRelease(change))).toEqual(versions);
  });

  test.each<[string, Partial<ReleaseDocument>]>([
    ['was never promoted', { live: null }],
    ['is live in a version that is not there', { live: '9.9.9', previous: '0.9.0' }],
  ])('nothing of a remote that %s', (_, change) => {
    expect(ordersFor(change)).toEqual([]);
  });

  test('the shell before, when there is no other', () => {
    expect(shellFor(shellRelease({ live: '9.9.9', previous: '0.9.0' }))).toEqual(['0.9.0']);
    expect(shellFor(shellRelease({ live: null }))).toEqual([]);
  });

  test('a preview and nothing else', () => {
    const change = { canary: canary('1.1.0'), previous: '0.9.0' };
    expect(ordersFor(change, visit('orders@2.0.0'))).toEqual(['2.0.0']);
    expect(shellFor(shellRelease(change), visit('shell@2.0.0'))).toEqual(['2.0.0']);
  });

  test('live, once the canary was stopped', () => {
    const document = orders({ canary: canary('1.1.0'), previous: '0.9.0' });
    const stopped = [...released(shellRelease()), { document, stored: document, isCanaryStopped: true }];
    expect(versionsOf(resolve(stopped, visit(), PORTAL))).toEqual(['1.0.0', '0.9.0']);
  });

  test('without an id, the version for everybody', () => {
    const nobody: Visit = { visitor: undefined, previews: [] };
    expect(ordersFor({ canary: canary('1.1.0', 99) }, nobody)).toEqual(['1.0.0']);
    expect(ordersFor({ canary: canary('1.1.0') }, nobody)).toEqual(['1.1.0', '1.0.0']);
  });
});

test('a canary is for as many visitors as was said, and for the same ones with each release', () => {
  const visitors = Array.from({ length: 1_000 }, (_, index) => `visitor-${index}`);
  const inCanary = (change: Partial<ReleaseDocument>) =>
    visitors.filter((visitor) => ordersFor(change, visit('', visitor))[0] !== '1.0.0');
  const first = inCanary({ canary: canary('1.1.0', 10) });
  expect(Math.abs(first.length / 10 - 10)).toBeLessThan(2);
  expect(inCanary({ canary: canary('2.0.0', 10), previous: '0.9.0' })).toEqual(first);
  expect(inCanary({ canary: canary('1.1.0', 30) })).toEqual(expect.arrayContaining(first));
});

describe('a remote that does not fit the visitor’s shell', () => {
  test('is left out with a reason when it is live, and the rest serves', () => {
    const given = give([shellRelease(), wanting(orders(), '1.0.0', '^2.0.0'), remoteRelease('login')]);
    expect(Object.keys(given.registry.microFrontends)).toEqual(['login']);
    expect(given.skipped).toEqual([
      {
        name: 'orders',
        problem: 'orders 1.0.0 is left out: it requires shell ^2.0.0, and the shell is 1.0.0.',
      },
    ]);
  });

  test('gives way to live when it is the canary', () => {
    const document = wanting(orders({ canary: canary('1.1.0'), previous: '0.9.0' }), '1.1.0', '^2.0.0');
    const given = give([shellRelease(), document]);
    expect(versionsOf(given)).toEqual(['1.0.0', '0.9.0']);
    expect(problemsOf(given)).toEqual([expect.stringContaining('orders 1.1.0 is left out')]);
  });

  test('is nothing to fall back to', () => {
    expect(
      versionsOf(give([shellRelease(), wanting(orders({ previous: '0.9.0' }), '0.9.0', '^0.9.0')])),
    ).toEqual(['1.0.0']);
  });

  test('is decided by the shell that the visitor gets, canary and preview included', () => {
    const shell = shellRelease({ canary: canary('2.0.0', 50) });
    const document = wanting(orders(), '1.0.0', '^2.0.0');
    const fitting = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'].map((visitor) => {
      const given = give([shell, document], visit('', visitor));
      return [given.shell[0]?.version, versionsOf(given)];
    });
    expect(fitting).toContainEqual(['1.0.0', []]);
    expect(fitting).toContainEqual(['2.0.0', ['1.0.0']]);
    expect(fitting).not.toContainEqual(['1.0.0', ['1.0.0']]);
    expect(versionsOf(give([shellRelease(), document], visit('shell@2.0.0')))).toEqual(['1.0.0']);
  });
});

describe('a version without integrity', () => {
  test.each<[string, Parameters<typeof withPublished>[2]]>([
    ['of its entry', { integrity: { 'screens.js': `sha384-${'C'.repeat(64)}` } }],
    ['of a chunk', { preload: ['other.js'] }],
    ['of a style', { styles: ['screen.css'] }],
  ])('%s is left out with a reason', (_, change) => {
    const given = give([shellRelease(), withPublished(orders({ previous: '0.9.0' }), '1.0.0', change)]);
    expect(versionsOf(given)).toEqual([]);
    expect(problemsOf(given)).toEqual([
      expect.stringMatching(/^orders 1\.0\.0 is left out: it has no integrity for \S+\.$/),
    ]);
  });

  test('is no shell either: the one before serves', () => {
    const shell = withPublished(shellRelease({ previous: '0.9.0' }), '1.0.0', NO_INTEGRITY);
    expect(shellFor(shell)).toEqual(['0.9.0']);
    expect(shellFor(withPublished(shellRelease(), '1.0.0', NO_INTEGRITY))).toEqual([]);
  });

  test('serves in development, whatever it requires, and is marked as such', () => {
    const documents = [shellRelease(), wanting(orders(), '1.0.0', '^2.0.0')];
    const bare = documents.map((document) => withPublished(document, '1.0.0', NO_INTEGRITY));
    const given = give(bare, visit(), { ...PORTAL, development: true });
    expect(given.shell).toEqual([{ version: '1.0.0', url: '/releases/shell/1.0.0/shell.js', integrity: '' }]);
    expect(given.registry.microFrontends['orders']).toMatchObject([
      { metadata: { integrity: '' }, extras: { local: true } },
    ]);
    expect(given.skipped).toEqual([]);
  });
});

test.each([
  ['descriptor', { descriptor: undefined }],
  ['global name', { globalName: undefined }],
])('a remote without a %s is left out with a reason', (what, change) => {
  const given = give([shellRelease(), withPublished(orders(), '1.0.0', change)]);
  expect(versionsOf(given)).toEqual([]);
  expect(problemsOf(given)).toEqual([`orders 1.0.0 is left out: it has no ${what}.`]);
});

describe('a document that came there otherwise than by publish', () => {
  const firstAt = (document: ReleaseDocument, at: string, ...routes: string[]): ReleaseDocument => {
    const descriptor = document.versions['1.0.0']?.descriptor;
    return {
      ...withPublished(document, '1.0.0', descriptor ? { descriptor: { ...descriptor, routes } } : {}),
      history: [{ at, who: 'ann', action: 'publish', versions: ['1.0.0'] }, ...document.history],
    };
  };
  const ORDERS = firstAt(orders(), '2026-03-01T12:00:00.000Z', '/', '/service-order/:orderNbr');
  const intruder = (at: string, ...routes: string[]) => firstAt(remoteRelease('intruder'), at, ...routes);
  const LATER = '2026-03-02T12:00:00.000Z';

  test.each([
    ['/service-order/000019', 'belongs to orders: /service-order/:orderNbr'],
    ['/service-order/:nbr', 'belongs to orders: /service-order/:orderNbr'],
    ['/service-order/*', 'belongs to orders: /service-order/:orderNbr'],
    ['/', 'belongs to orders: /'],
    ['/*', 'matches the pages of all other remotes'],
    ['/:page', 'matches the pages of all other remotes'],
    ['/auth-check', "belongs to the portal's server, which answers /auth-check"],
  ])('cannot take %s from its owner', (route, reason) => {
    const given = give([intruder(LATER, '/own', route), shellRelease(), ORDERS]);
    expect(Object.keys(given.registry.microFrontends)).toEqual(['orders']);
    expect(problemsOf(given)).toEqual([
      `intruder 1.0.0 is left out: it has the route ${route}, which ${reason}.`,
    ]);
  });

  test('gives way to what was published before, whatever its name, and has pages beside it', () => {
    const given = give([
      shellRelease(),
      ORDERS,
      intruder('2026-02-28T12:00:00.000Z', '/service-order/000019'),
    ]);
    expect(Object.keys(given.registry.microFrontends)).toEqual(['intruder']);
    const beside = give([shellRelease(), ORDERS, intruder(LATER, '/service-order/:nbr/notes', '/service')]);
    expect(Object.keys(beside.registry.microFrontends)).toEqual(['orders', 'intruder']);
  });

  test('gives way to the operator’s list, even if it was first', () => {
    const owners = new Map([['orders', ['/', '/service-order']]]);
    const first = intruder('2026-02-28T12:00:00.000Z', '/service-order/000019');
    const given = give([shellRelease(), ORDERS, first], visit(), { ...PORTAL, owners });
    expect(Object.keys(given.registry.microFrontends)).toEqual(['orders']);
    expect(problemsOf(given)).toEqual([
      'intruder 1.0.0 is left out: it has the route /service-order/000019, which belongs to orders, to which the operator gave /service-order.',
    ]);
  });
});

describe('previews', () => {
  test('are shown when they are published', () => {
    const given = give([shellRelease(), orders()], visit('orders@2.0.0,shell@1.1.0'));
    expect(given.previews).toEqual([
      { remote: 'orders', version: '2.0.0', problem: null },
      { remote: 'shell', version: '1.1.0', problem: null },
    ]);
  });

  test('may be of a remote that was never live', () => {
    expect(ordersFor({ live: null }, visit('orders@2.0.0'))).toEqual(['2.0.0']);
  });

  test.each([
    ['orders@9.9.9', 'orders has no published version 9.9.9.'],
    ['billing@1.0.0', 'There is no published remote billing.'],
    ['orders@1.1.0', 'orders 1.1.0 cannot be shown: it requires shell ^2.0.0, and the shell is 1.0.0.'],
    ['constructor@1.0.0', 'There is no published remote constructor.'],
    ['orders@latest', expect.stringContaining('?preview=orders@1.5.0-pr12')],
    ['orders@http://localhost:3002', expect.stringContaining('ALLOW_LOCAL_REMOTES')],
  ])('of %s are not shown, and the visitor is told why', (asked, problem) => {
    const given = give([shellRelease(), wanting(orders(), '1.1.0', '^2.0.0')], visit(asked));
    expect(given.previews).toEqual([expect.objectContaining({ problem })]);
    expect(versionsOf(given)).toEqual(['1.0.0']);
  });

  describe('from the developer’s own machine, where they are allowed', () => {
    const allowing = { ...PORTAL, allowLocalRemotes: true };
    const local = (...documents: ReleaseDocument[]) =>
      give(documents, visit('orders@http://localhost:3002'), allowing);

    test('replace the live version and keep its descriptor', () => {
      const { registry, previews } = local(shellRelease(), orders(), remoteRelease('login'));
      expect(registry.microFrontends['orders']).toEqual([
        {
          url: 'http://localhost:3002/build.json',
          metadata: { integrity: '', version: '0.0.0-local' },
          deployment: { traffic: 100, default: true },
          extras: {
            descriptor: orders().versions['1.0.0']?.descriptor,
            globalName: '',
            format: 'script',
            preload: [],
            styles: [],
            modules: [],
            local: true,
          },
        },
      ]);
      expect(previews).toEqual([{ remote: 'orders', version: 'http://localhost:3002', problem: null }]);
      expect(registry.microFrontends['login']).toMatchObject([{ extras: { local: false } }]);
    });

    test('invent no remote', () => {
      const { registry, previews } = local(shellRelease(), orders({ live: null }));
      expect(registry.microFrontends).toEqual({});
      expect(previews).toMatchObject([{ problem: expect.stringContaining('must be live') }]);
    });
  });
});

describe('the registry', () => {
  const module = { format: 'module' as const, globalName: undefined };
  const integrity = (letter: string) => `sha384-${letter.repeat(64)}`;

  test('has the addresses and the integrity of the files', () => {
    const { shell, registry } = give([shellRelease(), orders({ previous: '0.9.0' })]);
    expect(shell).toEqual([
      { version: '1.0.0', url: '/releases/shell/1.0.0/shell.js', integrity: integrity('S') },
    ]);
    expect(Object.keys(registry.microFrontends)).toEqual(['orders']);
    expect(registry.microFrontends['orders']?.[0]).toEqual({
      url: '/releases/orders/1.0.0/remoteEntry.js',
      fallbackUrl: '/releases/orders/0.9.0/remoteEntry.js',
      metadata: { version: '1.0.0', integrity: integrity('E') },
      deployment: { traffic: 100, default: true },
      extras: {
        descriptor: orders().versions['1.0.0']?.descriptor,
        globalName: 'portal_orders',
        format: 'script',
        preload: [{ url: '/releases/orders/1.0.0/screens.js', integrity: integrity('C') }],
        styles: [],
        modules: [],
        local: false,
      },
    });
  });

  test('names every module of a remote that is made of modules, and its styles', () => {
    const files = { 'remoteEntry.js': integrity('E'), 'screens.js': integrity('C'), 'a.css': integrity('A') };
    const document = withPublished(orders(), '1.0.0', { ...module, styles: ['a.css'], integrity: files });
    const [remote] = give([shellRelease(), document]).registry.microFrontends['orders'] ?? [];
    expect(remote?.extras).toMatchObject({
      globalName: '',
      styles: [{ url: '/releases/orders/1.0.0/a.css', integrity: integrity('A') }],
      modules: [
        { url: '/releases/orders/1.0.0/remoteEntry.js', integrity: integrity('E') },
        { url: '/releases/orders/1.0.0/screens.js', integrity: integrity('C') },
      ],
    });
  });

  test('follows the base path', () => {
    const { shell, registry } = give([shellRelease(), orders()], visit(), {
      ...PORTAL,
      basePath: '/account',
    });
    expect(shell[0]?.url).toBe('/account/releases/shell/1.0.0/shell.js');
    expect(registry.microFrontends['orders']?.[0]?.url).toBe('/account/releases/orders/1.0.0/remoteEntry.js');
  });

  const anyway = { allowLocalRemotes: true, development: false, basePath: '/account' };
  const all = [
    shellRelease({ previous: '0.9.0' }),
    orders({ canary: canary('1.1.0', 50), previous: '0.9.0' }),
    withPublished(remoteRelease('documents'), '1.0.0', module),
    remoteRelease('login', {}, 'anonymous'),
  ];

  test.each([
    ['ann', ''],
    ['ben', ''],
    ['cleo', 'documents@2.0.0,nobody@1.0.0'],
    ['dan', 'login@http://localhost:3002'],
  ])('is valid in the vocabulary of frontend-discovery, one default each, for %s with %j', (who, preview) => {
    const { registry } = give(all, visit(preview, who), anyway);
    expect(v.parse(frontendDiscovery, registry)).toEqual(registry);
    expect(v.parse(registrySchema, registry)).toEqual(registry);
    expect(Object.keys(registry.microFrontends)).toEqual(['orders', 'documents', 'login']);
  });

  test('is empty when nothing is released', () => {
    expect(give([])).toMatchObject({ shell: [], registry: { microFrontends: {} } });
  });
});

/** `schema/v1-pre.json` of awslabs/frontend-discovery, with what it leaves open: shares, the default, the integrity. */
const frontendDiscovery = v.strictObject({
  schema: v.pipe(v.string(), v.url()),
  microFrontends: v.record(
    v.string(),
    v.pipe(
      v.array(
        v.pipe(
          v.strictObject({
            url: v.pipe(v.string(), v.minLength(1)),
            fallbackUrl: v.optional(v.string()),
            metadata: v.strictObject({ integrity: v.string(), version: v.pipe(v.string(), v.minLength(1)) }),
            deployment: v.strictObject({
              traffic: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
              default: v.boolean(),
            }),
            extras: v.looseObject({ local: v.boolean() }),
          }),
          v.check(
            ({ metadata, extras }) => extras.local || /^sha384-.{64}$/.test(metadata.integrity),
            'needs an integrity',
          ),
        ),
      ),
      v.check((versions) => versions[0]?.deployment.default === true, 'the first is the default'),
      v.check(
        (versions) => versions.filter(({ deployment }) => deployment.default).length === 1,
        'needs exactly one default',
      ),
      v.check(
        (versions) => versions.reduce((sum, { deployment }) => sum + deployment.traffic, 0) === 100,
        'the shares sum up to 100',
      ),
      v.check(
        ([first, second]) => first?.fallbackUrl === second?.url,
        'the fallback is the next in the list',
      ),
    ),
  ),
});

test('is pure: the same documents give the same answer, and stay as they are', () => {
  const documents = [shellRelease(), orders({ canary: canary('1.1.0', 50) })];
  const before = structuredClone(documents);
  expect(give(documents)).toEqual(give(documents));
  expect(documents).toEqual(before);
});
