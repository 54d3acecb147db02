import { http } from '@portal/api';
import { registrySchema, type Boot, type MicroFrontend, type Registry } from '@portal/contract';
import { useSurface } from '@portal/theme';
import { createContext, use, useCallback, useMemo, useState, type PropsWithChildren } from 'react';
import * as v from 'valibot';
import { absoluteRegistry } from './absolute-registry';
import type { RemoteLoad } from './load-remote';
import { createRemoteLoader } from './remote-loader';

/** How long a customer waits for newer versions before the known ones are tried, in milliseconds. */
const REGISTRY_TIMEOUT = 10_000;

interface RemoteRegistry {
  /** The remotes, each in its resolved version. */
  remotes: readonly MicroFrontend[];
  /** The load of a remote, begun by whoever asks first. */
  load: (remote: MicroFrontend) => RemoteLoad;
  /** Asks the server again which versions are live; keeps what is known when it does not answer. */
  refresh: () => Promise<void>;
  /** Asks the server again, and has a remote loaded anew by whoever shows it next. */
  startAnew: (remote: MicroFrontend) => Promise<void>;
}

const nameOf = (remote: MicroFrontend): string => remote.extras.descriptor.name;

const RegistryContext = createContext<RemoteRegistry | undefined>(undefined);

/** The remotes that this page knows, and ways to load them and to ask again. */
export const useRegistry = (): RemoteRegistry => {
  const registry = use(RegistryContext);
  if (!registry) throw new Error('useRegistry is for what stands in a RegistryProvider.');
  return registry;
};

const fetchRegistry = async (): Promise<Registry> =>
  v.parse(registrySchema, (await http.get<unknown>('/registry.json', { timeout: REGISTRY_TIMEOUT })).data);

interface RegistryProviderProps extends PropsWithChildren {
  /** What the page arrived with. */
  boot: Pick<Boot, 'registry' | 'previews'>;
  /** Where the portal's server is; absent in a page of that server. */
  portalUrl?: string | undefined;
  /** Of the page's policy. */
  nonce: string | undefined;
}

/** Holds the registry that the page arrived with, and what was loaded of it. */
export const RegistryProvider = ({ boot, portalUrl, nonce, children }: RegistryProviderProps) => {
  const { styles } = useSurface();
  const located = useCallback(
    (registry: Registry) => (portalUrl ? absoluteRegistry(registry, portalUrl) : registry),
    [portalUrl],
  );
  const [registry, setRegistry] = useState(() => located(boot.registry));

  const update = useCallback(async (): Promise<Registry | undefined> => {
    const current = await fetchRegistry().then(located, () => undefined);
    if (current) setRegistry(current);
    return current;
  }, [located]);

  const [loader] = useState(() =>
    createRemoteLoader({
      page: { nonce: nonce ?? '', styles },
      newest: async (name) => (await update())?.microFrontends[name]?.[0],
      // Who previews a version wants to see that it fails.
      isFinal: (name) => boot.previews.some(({ remote, problem }) => remote === name && problem === null),
    }),
  );

  const value = useMemo(
    () => ({
      remotes: Object.values(registry.microFrontends).flatMap((versions) => versions.slice(0, 1)),
      load: (remote: MicroFrontend) =>
        loader.load(nameOf(remote), registry.microFrontends[nameOf(remote)] ?? [remote]),
      refresh: async () => void (await update()),
      startAnew: async (remote: MicroFrontend) => {
        await update();
        loader.forget(nameOf(remote));
      },
    }),
    [registry, loader, update],
  );
  return <RegistryContext value={value}>{children}</RegistryContext>;
};
