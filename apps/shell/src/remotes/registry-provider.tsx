import { http } from '@portal/api';
import { registrySchema, type Boot, type MicroFrontend, type Registry } from '@portal/contract';
import { useSurface } from '@portal/theme';
import { createContext, use, useCallback, useMemo, useState, type PropsWithChildren } from 'react';
import * as v from 'valibot';
import { absoluteRegistry } from './absolute-registry';
import type { RemoteLoad } from './remote-load';
import { createRemoteLoader } from './remote-loader';

/** After this time, the known versions are tried. */
const REGISTRY_TIMEOUT_MS = 10_000;

interface RemoteRegistry {
  /** The remotes, each in its resolved version. */
  remotes: readonly MicroFrontend[];
  /** The load of a remote, which `start` begins. */
  loadOf: (remote: MicroFrontend) => RemoteLoad;
  start: (remote: MicroFrontend) => void;
  /** Asks the server again which versions are live, and loads the remote anew. */
  restart: (remote: MicroFrontend) => Promise<void>;
  /** Asks the server again which versions are live. Without an answer, the known registry stays. */
  refresh: () => Promise<void>;
}

const nameOf = (remote: MicroFrontend): string => remote.extras.descriptor.name;

const RegistryContext = createContext<RemoteRegistry | undefined>(undefined);

/** The remotes that this page knows, and functions to load them and to ask for newer ones. */
export const useRegistry = (): RemoteRegistry => {
  const registry = use(RegistryContext);
  if (!registry) throw new Error('Call useRegistry inside a RegistryProvider.');
  return registry;
};

const fetchRegistry = async (): Promise<Registry> =>
  v.parse(registrySchema, (await http.get<unknown>('/registry.json', { timeout: REGISTRY_TIMEOUT_MS })).data);

interface RegistryProviderProps extends PropsWithChildren {
  /** The page's boot document. */
  boot: Pick<Boot, 'registry' | 'previews'>;
  /** Absent on the portal server's own page. */
  portalUrl?: string | undefined;
  /** The nonce of the page's policy. */
  nonce: string | undefined;
}

/** Holds the page's registry and the loads of its remotes. */
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

  // A preview shows its own failure: no other version takes its place.
  const isFinal = useCallback(
    (name: string) => boot.previews.some(({ remote, problem }) => remote === name && problem === null),
    [boot.previews],
  );

  const [loadByName] = useState(() =>
    createRemoteLoader({
      target: { nonce: nonce ?? '', styles },
      newest: async (name) => (isFinal(name) ? undefined : (await update())?.microFrontends[name]?.[0]),
    }),
  );

  const value = useMemo(() => {
    const versionsOf = (remote: MicroFrontend, { microFrontends }: Registry) => {
      const versions = microFrontends[nameOf(remote)] ?? [remote];
      return isFinal(nameOf(remote)) ? versions.slice(0, 1) : versions;
    };
    const loadOf = (remote: MicroFrontend) => loadByName(nameOf(remote));
    return {
      remotes: Object.values(registry.microFrontends).flatMap((versions) => versions.slice(0, 1)),
      loadOf,
      start: (remote: MicroFrontend) => loadOf(remote).start(versionsOf(remote, registry)),
      restart: async (remote: MicroFrontend) => {
        const current = await update();
        loadOf(remote).restart(versionsOf(remote, current ?? registry));
      },
      refresh: async () => void (await update()),
    };
  }, [registry, loadByName, update, isFinal]);
  return <RegistryContext value={value}>{children}</RegistryContext>;
};
