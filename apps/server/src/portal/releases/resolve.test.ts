import type { Descriptor, Language } from '@portal/contract';
import { routeClaim } from '@portal/releases';
import { descriptorOf } from '../../testing/some-releases';
import { INTEGRITY, remoteRelease, shellRelease, withPublished } from '../../testing/releases';
import type { Portal } from './remote-version';
import type { PreviewRequest } from './previews';
import type { Release } from './release';
import { resolve, type Resolution } from './resolve';
import { servable } from './servable';
import type { Visit } from './visits';

const PORTAL = { basePath: '', development: false, allowLocalRemotes: false };

const canary = (version: string, percent = 100) => ({ version, percent });
type Change = Parameters<typeof shellRelease>[0];

const orders = (change?: Change) => remoteRelease('orders', change);

/** The release with a version whose descriptor differs. */
const describing = (release: Release, change: Partial<Descriptor>, version = '1.0.0'): Release => {
  const { descriptor } = release.versions[version] ?? {};
  if (!descriptor) throw new Error(`${release.name} ${version} has no descriptor.`);
  return withPublished(release, version, { descriptor: { ...descriptor, ...change } });
};

/** The release with a version that requires another shell. */
const requiring = (release: Release, version: string, shell: string): Release =>
  describing(release, { requires: { shell } }, version);

const visit = (previews: readonly PreviewRequest[] = [], visitor = 'ann'): Visit => ({ visitor, previews });

/** A preview of a version of these test releases. */
const granted = (remote: string, version: string, shell = '^1.0.0'): PreviewRequest => {
  const release = remote === 'shell' ? shellRelease() : requiring(orders(), '1.1.0', shell);
  const published = remote === release.name ? release.versions[version] : undefined;
  return { kind: 'granted', remote, version, published };
};

/** The resolution of these releases for a visitor. */
const resolveFor = (releases: readonly Release[], who = visit(), portal: Portal = PORTAL) =>
  resolve(servable(releases, portal.choices).releases, who, portal);

const versionsOf = ({ registry }: Resolution, name = 'orders') =>
  registry.microFrontends[name]?.map(({ metadata }) => metadata.version) ?? [];

const ordersFor = (change: Change, who = visit()) =>
  versionsOf(resolveFor([shellRelease(), orders(change)], who));

const shellFor = (release: Release, who = visit()) =>
  resolveFor([release, orders()], who).shell.map(({ version }) => version);

const problemsOf = (releases: readonly Release[], choices?: Portal['choices']) =>
  servable(releases, choices).problems.map(({ problem }) => problem);

describe('selects for a visitor', () => {
  test.each<[string, Change, string[]]>([
    ['only live', {}, ['1.0.0']],
    ['live, then the previous version', { previous: '0.9.0' }, ['1.0.0', '0.9.0']],
    ['the canary, then live', { canary: canary('1.1.0'), previous: '0.9.0' }, ['1.1.0', '1.0.0']],
    ['only live when the share of the canary is zero', { canary: canary('1.1.0', 0) }, ['1.0.0']],
    ['nothing of a release that was never promoted', { live: null }, []],
    ['live once when it is also the previous version', { previous: '1.0.0' }, ['1.0.0']],
  ])('%s', (_, change, versions) => {
    expect(ordersFor(change)).toEqual(versions);
    expect(shellFor(shellRelease(change))).toEqual(versions);
  });

  test('only the preview', () => {
    const change = { canary: canary('1.1.0'), previous: '0.9.0' };
    expect(ordersFor(change, visit([granted('orders', '2.0.0')]))).toEqual(['2.0.0']);
    expect(shellFor(shellRelease(change), visit([granted('shell', '2.0.0')]))).toEqual(['2.0.0']);
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
  const release = withPublished(both, '0.9.0', texts('Die Aufträge'));
  const titlesIn = (language: Language) =>
    resolve([shellRelease(), release], visit(), PORTAL, language).registry.microFrontends['orders']?.map(
      ({ extras }) => extras.descriptor.title,
    );
  expect(titlesIn('de')).toEqual(['Aufträge', 'Die Aufträge']);
  expect(titlesIn('fr')).toEqual(['orders', 'orders']);
});

test('settings of the operator replace defaults of the same type; others are problems', () => {
  const releases = [shellRelease(), describing(orders(), { settings: { daysAhead: 14, canPay: false } })];
  const choices = { orders: { settings: { canPay: true, daysAhead: '30', colour: 'red' } } };
  const { registry } = resolveFor(releases, visit(), { ...PORTAL, choices });
  expect(registry.microFrontends['orders']?.[0]?.extras.settings).toEqual({
    daysAhead: 14,
    canPay: true,
  });
  expect(problemsOf(releases, choices)).toEqual([
    'REMOTES sets "daysAhead" of orders, which needs a number, not a string. Until then, its default applies.',
    'REMOTES sets "colour" of orders, which has no such setting. Remove it.',
  ]);
});

test('a remote with a back end of its own needs an address; its pages are served without one', () => {
  const releases = [shellRelease(), describing(orders(), { api: true })];
  expect(Object.keys(resolveFor(releases).registry.microFrontends)).toEqual(['orders']);
  expect(problemsOf(releases)).toEqual([
    'REMOTES lacks "api" of orders, the address of its back end. Its calls fail.',
  ]);
  const choices = { orders: { api: new URL('http://orders-api.internal:8080') } };
  expect(problemsOf(releases, choices)).toEqual([]);
});

describe('a remote that requires another shell than the visitor’s', () => {
  test('is left out with a reason when it is live; other remotes are served', () => {
    const releases = [shellRelease(), requiring(orders(), '1.0.0', '^2.0.0'), remoteRelease('login')];
    expect(Object.keys(resolveFor(releases).registry.microFrontends)).toEqual(['login']);
    expect(problemsOf(releases)).toEqual([
      'orders 1.0.0 is left out: it requires shell ^2.0.0, and the shell is 1.0.0.',
    ]);
  });

  test('is replaced by live when it is the canary', () => {
    const release = requiring(orders({ canary: canary('1.1.0'), previous: '0.9.0' }), '1.1.0', '^2.0.0');
    const releases = [shellRelease(), release];
    expect(versionsOf(resolveFor(releases))).toEqual(['1.0.0', '0.9.0']);
    expect(problemsOf(releases)).toEqual([expect.stringContaining('orders 1.1.0 is left out')]);
  });

  test('is matched with the shell that the visitor gets, including canary and preview', () => {
    const shell = shellRelease({ canary: canary('2.0.0', 50) });
    const release = requiring(orders(), '1.0.0', '^2.0.0');
    const fitting = ['ann', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'].map((visitor) => {
      const resolution = resolveFor([shell, release], visit([], visitor));
      return [resolution.shell[0]?.version, versionsOf(resolution)];
    });
    expect(fitting).toContainEqual(['1.0.0', []]);
    expect(fitting).toContainEqual(['2.0.0', ['1.0.0']]);
    expect(fitting).not.toContainEqual(['1.0.0', ['1.0.0']]);
    expect(versionsOf(resolveFor([shellRelease(), release], visit([granted('shell', '2.0.0')])))).toEqual([
      '1.0.0',
    ]);
  });
});

test('in development, a remote is served whatever it requires, and marked as local', () => {
  const releases = [shellRelease(), requiring(orders(), '1.0.0', '^2.0.0')];
  const { registry } = resolve(releases, visit(), { ...PORTAL, development: true });
  expect(registry.microFrontends['orders']).toMatchObject([{ extras: { local: true } }]);
});

describe('of two live remotes with the same pages, as after a rollback,', () => {
  const claiming = (release: Release, at: string, ...routes: string[]): Release => ({
    ...describing(release, { routes }),
    routes: routes.map((route) => ({ route: routeClaim(route), at })),
  });
  const MARCH_1 = '2026-03-01T12:00:00.000Z';
  const MARCH_2 = '2026-03-02T12:00:00.000Z';
  const ORDERS = claiming(orders(), MARCH_1, '/', '/service-order/:orderNbr');
  const letters = (at: string, ...routes: string[]) => claiming(remoteRelease('letters'), at, ...routes);

  test.each([
    ['/service-order/000019', 'belongs to orders: /service-order/:'],
    ['/auth-check', "belongs to the portal's server, which answers /auth-check"],
  ])('the later one is left out with a reason: %s', (route, reason) => {
    const releases = [letters(MARCH_2, '/own', route), shellRelease(), ORDERS];
    expect(Object.keys(resolveFor(releases).registry.microFrontends)).toEqual(['orders']);
    expect(problemsOf(releases)).toEqual([
      `letters 1.0.0 is left out: it has the route ${route}, which ${reason}.`,
    ]);
  });

  test('the one that had them first is served, whatever its name', () => {
    const first = letters('2026-02-28T12:00:00.000Z', '/service-order/000019');
    expect(Object.keys(resolveFor([shellRelease(), ORDERS, first]).registry.microFrontends)).toEqual([
      'letters',
    ]);
  });

  test('the one on the operator’s list of owners is served, even if it had them later', () => {
    const choices = { orders: { routes: ['/', '/service-order'] } };
    const first = letters('2026-02-28T12:00:00.000Z', '/service-order/000019');
    const releases = [shellRelease(), ORDERS, first];
    const { registry } = resolveFor(releases, visit(), { ...PORTAL, choices });
    expect(Object.keys(registry.microFrontends)).toEqual(['orders']);
    expect(problemsOf(releases, choices)).toEqual([
      'letters 1.0.0 is left out: it has the route /service-order/000019, which belongs to orders, to which the operator gave /service-order.',
    ]);
  });
});

describe('previews', () => {
  const LOCAL: PreviewRequest = { kind: 'local', remote: 'orders', version: 'http://localhost:3002' };

  test('are shown when they are published, live or not', () => {
    const never = orders({ live: null });
    const resolution = resolveFor(
      [shellRelease(), never],
      visit([granted('orders', '2.0.0'), granted('shell', '1.1.0')]),
    );
    expect(versionsOf(resolution)).toEqual(['2.0.0']);
    expect(resolution.previews).toEqual([
      { remote: 'orders', version: '2.0.0', problem: null },
      { remote: 'shell', version: '1.1.0', problem: null },
    ]);
  });

  const ORDERS = { remote: 'orders', version: '1.1.0' };

  test.each<[string, PreviewRequest]>([
    ['orders has no published version 9.9.9.', granted('orders', '9.9.9')],
    ['billing has no published version 1.0.0.', granted('billing', '1.0.0')],
    [
      'orders 1.1.0 cannot be shown: it requires shell ^2.0.0, and the shell is 1.0.0.',
      granted('orders', '1.1.0', '^2.0.0'),
    ],
    [
      'orders 1.1.0 cannot be shown: it has the route /, which belongs to letters: /.',
      { ...granted('orders', '1.1.0'), fault: 'has the route /, which belongs to letters: /' },
    ],
    [
      'The preview of orders 1.1.0 has expired. Make a new link: pnpm portal preview orders@1.1.0.',
      { ...ORDERS, kind: 'expired' },
    ],
    [
      'That is not the link of a preview. Make one: pnpm portal preview orders@1.5.0-pr12.',
      { ...ORDERS, kind: 'mistake' },
    ],
    [
      'This portal does not load remotes from http://localhost:3002. Its operator can set ALLOW_LOCAL_REMOTES=true.',
      LOCAL,
    ],
  ])('are not shown and give the reason: %s', (problem, preview) => {
    const resolution = resolveFor([shellRelease(), orders()], visit([preview]));
    expect(resolution.previews).toEqual([expect.objectContaining({ problem })]);
    expect(versionsOf(resolution)).toEqual(['1.0.0']);
  });

  describe('from the developer’s machine, when allowed', () => {
    const settings = { ...PORTAL, allowLocalRemotes: true };
    const local = (...releases: Release[]) => resolveFor(releases, visit([LOCAL]), settings);

    test('replace the live version and keep its descriptor', () => {
      const { registry, previews } = local(shellRelease(), orders(), remoteRelease('login'));
      const { descriptor } = orders().versions['1.0.0'] ?? {};
      expect(registry.microFrontends['orders']).toMatchObject([
        { url: 'http://localhost:3002/mf-manifest.json', extras: { descriptor, local: true } },
      ]);
      expect(previews).toEqual([{ remote: 'orders', version: 'http://localhost:3002', problem: null }]);
      expect(registry.microFrontends['login']).toMatchObject([{ extras: { local: false } }]);
    });

    test('add no remote that is not live, unless they bring its descriptor', () => {
      const { registry, previews } = local(shellRelease(), orders({ live: null }));
      expect(registry.microFrontends).toEqual({});
      expect(previews).toMatchObject([{ problem: expect.stringContaining('is not live') }]);

      const own = descriptorOf('orders', { routes: ['/new'] });
      const first = resolveFor([shellRelease()], visit([{ ...LOCAL, descriptor: own }]), settings);
      expect(first.previews).toMatchObject([{ problem: null }]);
      expect(first.registry.microFrontends['orders']).toMatchObject([
        { url: 'http://localhost:3002/mf-manifest.json', extras: { descriptor: { routes: ['/new'] } } },
      ]);
    });

    test.each([['requires shell ^9.0.0, and the shell is 1.0.0', { requires: { shell: '^9.0.0' } }]])(
      'are not shown if their own descriptor %s',
      (reason, changes) => {
        const descriptor = descriptorOf('orders', changes);
        const { previews } = resolveFor([shellRelease()], visit([{ ...LOCAL, descriptor }]), settings);
        expect(previews).toMatchObject([
          { problem: `orders http://localhost:3002 cannot be shown: it ${reason}.` },
        ]);
      },
    );
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
    const release = withPublished(orders(), '1.0.0', { ...module, styles: ['a.css'], integrity: files });
    const [remote] = resolveFor([shellRelease(), release]).registry.microFrontends['orders'] ?? [];
    expect(remote?.extras).toMatchObject({
      globalName: '',
      styles: [{ url: '/releases/orders/1.0.0/a.css', integrity: INTEGRITY }],
      modules: [
        { url: '/releases/orders/1.0.0/remoteEntry.js', integrity: INTEGRITY },
        { url: '/releases/orders/1.0.0/screens.js', integrity: INTEGRITY },
      ],
    });
  });

  test('has the sources of its badges', () => {
    const badges = { '/service-orders': '/news' };
    const { registry } = resolveFor([shellRelease(), describing(orders(), { badges })]);
    expect(registry.microFrontends['orders']?.[0]?.extras.badges).toEqual(badges);
  });

  test('has the widgets of a remote that the operator leaves on, in the order that they choose', () => {
    const widgets = ['claim', 'terms', 'renew'].map((name) => ({ name, slot: 'orders/order@1', height: 80 }));
    const release = describing(orders(), { widgets });
    const choices = { orders: { widgets: { claim: { disabled: true }, renew: { order: 5 } } } };
    const { registry } = resolveFor([shellRelease(), release], visit(), { ...PORTAL, choices });
    expect(registry.microFrontends['orders']?.[0]?.extras.widgets).toEqual([
      widgets[1],
      { ...widgets[2], order: 5 },
    ]);
  });
});
