import type { Language, ReleaseDocument } from '@portal/contract';
import { INTEGRITY, released, remoteRelease, shellRelease, withPublished } from '../testing/releases';
import type { Portal } from './check-servable';
import { parsePreviews } from './previews';
import { resolve, type Resolution } from './resolve';
import type { Visit } from './visits';

const PORTAL = { basePath: '', development: false, allowLocalRemotes: false };
const NO_INTEGRITY = { integrity: {} };
const SINCE = '2026-03-05T12:00:00.000Z';

const canary = (version: string, percent = 100) => ({ version, percent, since: SINCE });
const orders = (change: Partial<ReleaseDocument> = {}) => remoteRelease('orders', change);

/** The document with a version that requires another shell. */
const requiring = (document: ReleaseDocument, version: string, shell: string): ReleaseDocument => {
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
const resolveFor = (documents: readonly ReleaseDocument[], who = visit(), portal: Portal = PORTAL) =>
  resolve(released(...documents), who, portal);

const versionsOf = ({ registry }: Resolution, name = 'orders') =>
  registry.microFrontends[name]?.map(({ metadata }) => metadata.version) ?? [];

const ordersFor = (change: Partial<ReleaseDocument>, who = visit()) =>
  versionsOf(resolveFor([shellRelease(), orders(change)], who));

const shellFor = (document: ReleaseDocument, who = visit()) =>
  resolveFor([document, orders()], who).shell.map(({ version }) => version);

const problemsOf = ({ skipped }: Resolution) => skipped.map(({ problem }) => problem);

describe('selects for a visitor', () => {
  test.each<[string, Partial<ReleaseDocument>, string[]]>([
    ['only live', {}, ['1.0.0']],
    ['live, then the previous version', { previous: '0.9.0' }, ['1.0.0', '0.9.0']],
    ['the canary, then live', { canary: canary('1.1.0'), previous: '0.9.0' }, ['1.1.0', '1.0.0']],
    ['only live when the share of the canary is zero', { canary: canary('1.1.0', 0) }, ['1.0.0']],
    ['only the canary when nothing is live', { canary: canary('1.1.0'), live: null }, ['1.1.0']],
    ['nothing of a release that was never promoted', { live: null }, []],
    ['live once when it is also the previous version', { previous: '1.0.0' }, ['1.0.0']],
  ])('%s', (_, change, versions) => {
    expect(ordersFor(change)).toEqual(versions);
    expect(shellFor(shellRelease(change))).toEqual(versions);
  });

  test('the previous version of a shell, but not of a remote, when live is not published', () => {
    const change = { live: '9.9.9', previous: '0.9.0' };
    expect(shellFor(shellRelease(change))).toEqual(['0.9.0']);
    expect(ordersFor(change)).toEqual([]);
  });

  test('only the preview', () => {
    const change = { canary: canary('1.1.0'), previous: '0.9.0' };
    expect(ordersFor(change, visit('orders@2.0.0'))).toEqual(['2.0.0']);
    expect(shellFor(shellRelease(change), visit('shell@2.0.0'))).toEqual(['2.0.0']);
  });

  test('live when the canary is stopped', () => {
    const document = orders({ canary: canary('1.1.0'), previous: '0.9.0' });
    const stopped = [...released(shellRelease()), { document, stored: document, isCanaryStopped: true }];
    expect(versionsOf(resolve(stopped, visit(), PORTAL))).toEqual(['1.0.0', '0.9.0']);
  });

  test('the version for everybody when the visitor has no id', () => {
    const nobody: Visit = { visitor: undefined, previews: [] };
    expect(ordersFor({ canary: canary('1.1.0', 99) }, nobody)).toEqual(['1.0.0']);
    expect(ordersFor({ canary: canary('1.1.0') }, nobody)).toEqual(['1.1.0', '1.0.0']);
  });
});

test('remotes have their names in a language, each version its own; English without translations', () => {
  const texts = (title: string) => ({ texts: { de: { orders: title } } });
  const both = withPublished(orders({ previous: '0.9.0' }), '1.0.0', texts('Aufträge'));
  const document = withPublished(both, '0.9.0', texts('Die Aufträge'));
  const titlesIn = (language: Language) =>
    resolve(released(shellRelease(), document), visit(), PORTAL, language).registry.microFrontends[
      'orders'
    ]?.map(({ extras }) => extras.descriptor.title);
  expect(titlesIn('de')).toEqual(['Aufträge', 'Die Aufträge']);
  expect(titlesIn('fr')).toEqual(['orders', 'orders']);
});

test('settings of the operator replace defaults of the same type; others are problems', () => {
  const document = remoteRelease('orders');
  const descriptor = document.versions['1.0.0']?.descriptor;
  const settings = { daysAhead: 14, canPay: false };
  const published = withPublished(
    document,
    '1.0.0',
    descriptor ? { descriptor: { ...descriptor, settings } } : {},
  );
  const choices = { orders: { settings: { canPay: true, daysAhead: '30', colour: 'red' } } };
  const resolution = resolveFor([shellRelease(), published], visit(), { ...PORTAL, choices });
  expect(resolution.registry.microFrontends['orders']?.[0]?.extras.settings).toEqual({
    daysAhead: 14,
    canPay: true,
  });
  expect(problemsOf(resolution)).toEqual([
    'REMOTES sets "daysAhead" of orders, which needs a number, not a string. Until then, its default applies.',
    'REMOTES sets "colour" of orders, which has no such setting. Remove it.',
  ]);
});

test('a remote with a back end of its own needs an address; its pages are served without one', () => {
  const document = remoteRelease('orders');
  const descriptor = document.versions['1.0.0']?.descriptor;
  const published = withPublished(
    document,
    '1.0.0',
    descriptor ? { descriptor: { ...descriptor, api: true } } : {},
  );
  const released = [shellRelease(), published];
  const without = resolveFor(released, visit());
  expect(Object.keys(without.registry.microFrontends)).toEqual(['orders']);
  expect(problemsOf(without)).toEqual([
    'REMOTES lacks "api" of orders, the address of its back end. Its calls fail.',
  ]);
  const choices = { orders: { api: new URL('http://orders-api.internal:8080') } };
  expect(problemsOf(resolveFor(released, visit(), { ...PORTAL, choices }))).toEqual([]);
});

describe('a remote that requires another shell than the visitor’s', () => {
  test('is left out with a reason when it is live; other remotes are served', () => {
    const resolution = resolveFor([
      shellRelease(),
      requiring(orders(), '1.0.0', '^2.0.0'),
      remoteRelease('login'),
    ]);
    expect(Object.keys(resolution.registry.microFrontends)).toEqual(['login']);
    expect(resolution.skipped).toEqual([
      {
        name: 'orders',
        problem: 'orders 1.0.0 is left out: it requires shell ^2.0.0, and the shell is 1.0.0.',
      },
    ]);
  });

  test('is replaced by live when it is the canary', () => {
    const document = requiring(orders({ canary: canary('1.1.0'), previous: '0.9.0' }), '1.1.0', '^2.0.0');
    const resolution = resolveFor([shellRelease(), document]);
    expect(versionsOf(resolution)).toEqual(['1.0.0', '0.9.0']);
    expect(problemsOf(resolution)).toEqual([expect.stringContaining('orders 1.1.0 is left out')]);
  });

  test('is matched with the shell that the visitor gets, including canary and preview', () => {
    const shell = shellRelease({ canary: canary('2.0.0', 50) });
    const document = requiring(orders(), '1.0.0', '^2.0.0');
    const fitting = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'].map((visitor) => {
      const resolution = resolveFor([shell, document], visit('', visitor));
      return [resolution.shell[0]?.version, versionsOf(resolution)];
    });
    expect(fitting).toContainEqual(['1.0.0', []]);
    expect(fitting).toContainEqual(['2.0.0', ['1.0.0']]);
    expect(fitting).not.toContainEqual(['1.0.0', ['1.0.0']]);
    expect(versionsOf(resolveFor([shellRelease(), document], visit('shell@2.0.0')))).toEqual(['1.0.0']);
  });
});

describe('a version without what a page needs', () => {
  test.each<[string, Parameters<typeof withPublished>[2]]>([
    ['integrity for remoteEntry.js', { integrity: { 'screens.js': INTEGRITY } }],
    ['integrity for other.js', { preload: ['other.js'] }],
    ['integrity for screen.css', { styles: ['screen.css'] }],
    ['descriptor', { descriptor: undefined }],
    ['global name', { globalName: undefined }],
  ])('(%s) is left out with a reason', (missing, change) => {
    const resolution = resolveFor([
      shellRelease(),
      withPublished(orders({ previous: '0.9.0' }), '1.0.0', change),
    ]);
    expect(versionsOf(resolution)).toEqual([]);
    expect(problemsOf(resolution)).toEqual([`orders 1.0.0 is left out: it has no ${missing}.`]);
  });

  test('is not used as a shell either: the previous one is served', () => {
    const shell = withPublished(shellRelease({ previous: '0.9.0' }), '1.0.0', NO_INTEGRITY);
    expect(shellFor(shell)).toEqual(['0.9.0']);
    expect(shellFor(withPublished(shellRelease(), '1.0.0', NO_INTEGRITY))).toEqual([]);
  });

  test('is served in development, whatever it requires, and marked as local', () => {
    const documents = [shellRelease(), requiring(orders(), '1.0.0', '^2.0.0')];
    const bare = documents.map((document) => withPublished(document, '1.0.0', NO_INTEGRITY));
    const resolution = resolveFor(bare, visit(), { ...PORTAL, development: true });
    expect(resolution.shell).toEqual([
      { version: '1.0.0', url: '/releases/shell/1.0.0/shell.js', integrity: '' },
    ]);
    expect(resolution.registry.microFrontends['orders']).toMatchObject([
      { metadata: { integrity: '' }, extras: { local: true } },
    ]);
    expect(resolution.skipped).toEqual([]);
  });
});

describe('a document that was not written by `publish`', () => {
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
    ['/auth-check', "belongs to the portal's server, which answers /auth-check"],
  ])('cannot take %s from its owner', (route, reason) => {
    const resolution = resolveFor([intruder(LATER, '/own', route), shellRelease(), ORDERS]);
    expect(Object.keys(resolution.registry.microFrontends)).toEqual(['orders']);
    expect(problemsOf(resolution)).toEqual([
      `intruder 1.0.0 is left out: it has the route ${route}, which ${reason}.`,
    ]);
  });

  test('loses a route to the remote that was published first, whatever its name', () => {
    const resolution = resolveFor([
      shellRelease(),
      ORDERS,
      intruder('2026-02-28T12:00:00.000Z', '/service-order/000019'),
    ]);
    expect(Object.keys(resolution.registry.microFrontends)).toEqual(['intruder']);
  });

  test('loses a route to the operator’s list of owners, even if it was published first', () => {
    const owners = new Map([['orders', ['/', '/service-order']]]);
    const first = intruder('2026-02-28T12:00:00.000Z', '/service-order/000019');
    const resolution = resolveFor([shellRelease(), ORDERS, first], visit(), { ...PORTAL, owners });
    expect(Object.keys(resolution.registry.microFrontends)).toEqual(['orders']);
    expect(problemsOf(resolution)).toEqual([
      'intruder 1.0.0 is left out: it has the route /service-order/000019, which belongs to orders, to which the operator gave /service-order.',
    ]);
  });
});

describe('previews', () => {
  test('are shown when they are published, live or not', () => {
    const never = orders({ live: null });
    const resolution = resolveFor([shellRelease(), never], visit('orders@2.0.0,shell@1.1.0'));
    expect(versionsOf(resolution)).toEqual(['2.0.0']);
    expect(resolution.previews).toEqual([
      { remote: 'orders', version: '2.0.0', problem: null },
      { remote: 'shell', version: '1.1.0', problem: null },
    ]);
  });

  test.each([
    ['orders@9.9.9', 'orders has no published version 9.9.9.'],
    ['billing@1.0.0', 'There is no published remote billing.'],
    ['orders@1.1.0', 'orders 1.1.0 cannot be shown: it requires shell ^2.0.0, and the shell is 1.0.0.'],
    ['constructor@1.0.0', 'There is no published remote constructor.'],
    ['orders@latest', expect.stringContaining('?preview=orders@1.5.0-pr12')],
    ['orders@http://localhost:3002', expect.stringContaining('ALLOW_LOCAL_REMOTES')],
  ])('of %s are not shown and give the reason', (preview, problem) => {
    const resolution = resolveFor([shellRelease(), requiring(orders(), '1.1.0', '^2.0.0')], visit(preview));
    expect(resolution.previews).toEqual([expect.objectContaining({ problem })]);
    expect(versionsOf(resolution)).toEqual(['1.0.0']);
  });

  describe('from the developer’s machine, when allowed', () => {
    const settings = { ...PORTAL, allowLocalRemotes: true };
    const local = (...documents: ReleaseDocument[]) =>
      resolveFor(documents, visit('orders@http://localhost:3002'), settings);

    test('replace the live version and keep its descriptor', () => {
      const { registry, previews } = local(shellRelease(), orders(), remoteRelease('login'));
      const { descriptor } = orders().versions['1.0.0'] ?? {};
      expect(registry.microFrontends['orders']).toMatchObject([
        { url: 'http://localhost:3002/mf-manifest.json', extras: { descriptor, local: true } },
      ]);
      expect(previews).toEqual([{ remote: 'orders', version: 'http://localhost:3002', problem: null }]);
      expect(registry.microFrontends['login']).toMatchObject([{ extras: { local: false } }]);
    });

    test('add no remote that is not live', () => {
      const { registry, previews } = local(shellRelease(), orders({ live: null }));
      expect(registry.microFrontends).toEqual({});
      expect(previews).toMatchObject([{ problem: expect.stringContaining('must be live') }]);
    });
  });
});

describe('the registry', () => {
  const module = { format: 'module' as const, globalName: undefined };

  test('has the URLs and the integrity of the files', () => {
    const { shell, registry } = resolveFor([shellRelease(), orders({ previous: '0.9.0' })]);
    expect(shell).toEqual([
      { version: '1.0.0', url: '/releases/shell/1.0.0/shell.js', integrity: INTEGRITY },
    ]);
    expect(Object.keys(registry.microFrontends)).toEqual(['orders']);
    expect(registry.microFrontends['orders']?.[1]?.deployment).toEqual({ traffic: 0, default: false });
    expect(registry.microFrontends['orders']?.[0]).toEqual({
      url: '/releases/orders/1.0.0/remoteEntry.js',
      fallbackUrl: '/releases/orders/0.9.0/remoteEntry.js',
      metadata: { version: '1.0.0', integrity: INTEGRITY },
      deployment: { traffic: 100, default: true },
      extras: {
        descriptor: orders().versions['1.0.0']?.descriptor,
        globalName: 'portal_orders',
        format: 'script',
        preload: [{ url: '/releases/orders/1.0.0/screens.js', integrity: INTEGRITY }],
        styles: [],
        modules: [],
        local: false,
      },
    });
  });

  test('lists every module and stylesheet of a remote built as modules', () => {
    const files = { 'remoteEntry.js': INTEGRITY, 'screens.js': INTEGRITY, 'a.css': INTEGRITY };
    const document = withPublished(orders(), '1.0.0', { ...module, styles: ['a.css'], integrity: files });
    const [remote] = resolveFor([shellRelease(), document]).registry.microFrontends['orders'] ?? [];
    expect(remote?.extras).toMatchObject({
      globalName: '',
      styles: [{ url: '/releases/orders/1.0.0/a.css', integrity: INTEGRITY }],
      modules: [
        { url: '/releases/orders/1.0.0/remoteEntry.js', integrity: INTEGRITY },
        { url: '/releases/orders/1.0.0/screens.js', integrity: INTEGRITY },
      ],
    });
  });

  test('has the widgets of a remote that the operator leaves on, in the order that they choose', () => {
    const widgets = ['claim', 'terms', 'renew'].map((name) => ({ name, slot: 'orders/order@1', height: 80 }));
    const { descriptor } = orders().versions['1.0.0'] ?? {};
    const document = withPublished(
      orders(),
      '1.0.0',
      descriptor ? { descriptor: { ...descriptor, widgets } } : {},
    );
    const choices = { orders: { widgets: { claim: { disabled: true }, renew: { order: 5 } } } };
    const { registry } = resolveFor([shellRelease(), document], visit(), { ...PORTAL, choices });
    expect(registry.microFrontends['orders']?.[0]?.extras.widgets).toEqual([
      widgets[1],
      { ...widgets[2], order: 5 },
    ]);
  });
});
