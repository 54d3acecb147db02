import type { Boot, RemoteModule } from '@portal/contract';
import { pageSurface } from '@portal/theme';
import { configure, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { loadRemoteModule } from '../remotes/federation/runtime';
import { createLanguages } from '../page/languages';
import { PortalPage } from '../start/portal';
import { pageQueryClient } from '../session/query-client';
import { createRemotes } from '../remotes/remotes';
import { login, orders, ordersWith, preferences, registryOf, withRemotes } from './registry';
import './server';
import { openWindow } from './window';

// The only mocked module: it fetches and runs scripts, and jsdom does neither.
jest.mock('../remotes/federation/runtime', () => ({ loadRemoteModule: jest.fn() }));

configure({
  // By default each click is an act() of its own, which would keep a remote loading forever.
  eventWrapper: (event) => event(),
});

const heading = (text: string) => () => <h1>{text}</h1>;

const route = (path: string, title: string) => ({ path, title, Component: heading(title) });

const MODULES: Record<string, RemoteModule> = {
  login: { routes: [route('/login', 'Sign in')] },
  orders: {
    routes: [
      route('/', 'Latest Service Order'),
      route('/my-service-order', 'Latest Service Order'),
      route('/service-orders', 'My Service Orders'),
      {
        path: '/service-order/:orderNbr',
        title: ({ orderNbr }) => `Service Order ${orderNbr}`,
        Component: heading('Service Order'),
      },
    ],
  },
  'notification-preferences': {
    routes: [route('/notification-preferences', 'Notification Preferences')],
  },
};

type Load = (attempt: number, version: string) => Promise<RemoteModule>;

const loads = new Map<string, Load>();

/** From now on, a remote loads this way. */
export const remoteLoads = (name: string, load: Load): void => void loads.set(name, load);

/** From now on, a remote shows this component at `path`. */
export const remoteShows = (
  name: string,
  path: string,
  Component: RemoteModule['routes'][number]['Component'],
) => remoteLoads(name, () => Promise.resolve({ routes: [{ path, title: path, Component }] }));

/** The loads so far, as `<name>@<version> <attempt>`. */
export const loaded = (): string[] =>
  jest
    .mocked(loadRemoteModule)
    .mock.calls.map(
      ([{ extras, metadata }, attempt]) => `${extras.descriptor.name}@${metadata.version} ${attempt}`,
    );

/** The versions whose stylesheets were removed from the page, as `<name>@<version>`. */
export const discarded: string[] = [];

const moduleOf = (name: string): Promise<RemoteModule> => {
  const module = MODULES[name];
  return module ? Promise.resolve(module) : Promise.reject(new Error('No such remote'));
};

const closing: (() => void)[] = [];

/** The browser's address, without its origin. */
export const address = (): string => location.pathname + location.search + location.hash;

export const BRAND = { name: 'Northwind', logoUrl: null, primaryColor: '#0b57a4' };

/** Opens the portal at `path`. */
export const openPortal = (path: string, boot: Partial<Boot> = {}) => {
  history.replaceState(null, '', path);
  const whole = {
    basePath: '',
    brand: BRAND,
    previews: [],
    ...withRemotes(boot.registry ?? registryOf(login, orders, preferences)),
    ...boot,
  };
  // A page starts without data. With some, the slot would suspend in the act() of `render`, which never resumes it.
  pageQueryClient.clear();
  const container = document.createElement('div');
  const surface = pageSurface(container);
  const remotes = createRemotes({ boot: whole, target: { nonce: '', styles: surface.styles } });
  closing.push(remotes.followPage());
  const languages = createLanguages(whole, remotes.registry, { isEmbedded: false });
  render(<PortalPage boot={whole} nonce="" surface={surface} remotes={remotes} languages={languages} />, {
    container: document.body.appendChild(container),
  });
  return userEvent.setup();
};

/** Opens the portal at `path`, and waits for the heading of its screen. */
export const openScreen = async (path: string, name: string, boot?: Partial<Boot>) => {
  const user = openPortal(path, boot);
  expect(await screen.findByRole('heading', { name })).toBeVisible();
  return user;
};

/** Opens a screen of the orders that shows a component. @param extras of the orders' version */
export const showInOrders = async (
  Component: ComponentType,
  extras: Parameters<typeof ordersWith>[0] = {},
) => {
  remoteShows('orders', '/service-orders', () => (
    <>
      <h1>Orders</h1>
      <Component />
    </>
  ));
  return openScreen('/service-orders', 'Orders', {
    registry: registryOf(login, ordersWith(extras), preferences),
  });
};

beforeEach(() => {
  openWindow();
  loads.clear();
  discarded.length = 0;
  jest.mocked(loadRemoteModule).mockReset();
  jest.mocked(loadRemoteModule).mockImplementation(async ({ extras, metadata }, attempt) => {
    const { name } = extras.descriptor;
    const { version } = metadata;
    const module = await (loads.get(name)?.(attempt, version) ?? moduleOf(name));
    return { module, discard: () => void discarded.push(`${name}@${version}`) };
  });
});

afterEach(() => {
  for (const close of closing.splice(0)) close();
  localStorage.clear();
  sessionStorage.clear();
});
