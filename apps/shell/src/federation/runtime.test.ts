import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { orders } from '../testing/registry';
import { loadRemoteModule } from './runtime';

jest.mock('@module-federation/runtime-core', () => ({}));
jest.mock('@module-federation/enhanced/runtime', () => ({
  loadRemote: jest.fn(),
  registerPlugins: jest.fn(),
  registerRemotes: jest.fn(),
}));

const remoteModule = {
  routes: [{ path: '/service-orders', title: 'My Service Orders', Component: () => null }],
};

// Registered once, when the module is loaded.
const plugin = jest.mocked(registerPlugins).mock.calls[0]?.[0]?.[0];
const scriptFor = (url: string) => Object(plugin?.createScript?.({ url }));

beforeEach(() => {
  jest.mocked(loadRemote).mockReset().mockResolvedValue({ default: remoteModule });
  jest.mocked(registerRemotes).mockReset();
});

it('loads the exposed module from the address in the registry', async () => {
  expect(await loadRemoteModule(orders, 0)).toEqual(remoteModule);
  expect(registerRemotes).toHaveBeenCalledWith(
    [{ name: 'portal_orders_1_0_0', entry: '/releases/orders/1.0.0/remoteEntry.js' }],
    { force: false },
  );
  expect(loadRemote).toHaveBeenCalledWith('portal_orders_1_0_0/remote');
});

it('asks under a new address each time it tries again', async () => {
  await loadRemoteModule(orders, 2);
  expect(registerRemotes).toHaveBeenCalledWith(
    [{ name: 'portal_orders_1_0_0', entry: '/releases/orders/1.0.0/remoteEntry.js?retry=2' }],
    { force: true },
  );
});

it.each([null, {}, { default: {} }, { default: { routes: [] } }, { default: { routes: [{ path: '/' }] } }])(
  'refuses %j, which is no remote’s module',
  async (exposed) => {
    jest.mocked(loadRemote).mockResolvedValue(exposed);
    await expect(loadRemoteModule(orders, 0)).rejects.toThrow();
  },
);

it('passes on why a remote did not arrive', async () => {
  jest.mocked(loadRemote).mockRejectedValue(new Error('The entry did not arrive'));
  await expect(loadRemoteModule(orders, 0)).rejects.toThrow('The entry did not arrive');
});

describe('a chunk that does not arrive', () => {
  const lost = Object.assign(new Error('Loading chunk 697 failed'), { name: 'ChunkLoadError' });

  it('is asked for twice by those who try again, because the first failure may be one from the preload', async () => {
    jest.mocked(loadRemote).mockRejectedValueOnce(lost);
    expect(await loadRemoteModule(orders, 1)).toEqual(remoteModule);
  });

  it('is asked for once at first', async () => {
    jest.mocked(loadRemote).mockRejectedValueOnce(lost);
    await expect(loadRemoteModule(orders, 0)).rejects.toThrow('Loading chunk 697 failed');
  });

  it('is given up when it is lost indeed', async () => {
    jest.mocked(loadRemote).mockRejectedValue(lost);
    await expect(loadRemoteModule(orders, 1)).rejects.toThrow('Loading chunk 697 failed');
    expect(loadRemote).toHaveBeenCalledTimes(2);
  });
});

it('waits ten seconds for an entry', () => {
  expect(scriptFor('/releases/orders/1.0.0/remoteEntry.js')).toMatchObject({
    script: { async: true, crossOrigin: null },
    timeout: 10_000,
  });
});

it('asks another origin without credentials', () => {
  expect(scriptFor('https://cdn.example/remoteEntry.js')).toMatchObject({
    script: { src: 'https://cdn.example/remoteEntry.js', crossOrigin: 'anonymous' },
  });
});
