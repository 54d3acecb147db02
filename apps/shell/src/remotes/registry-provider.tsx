import { http } from '@portal/api';
import { registrySchema, type MicroFrontend, type Registry } from '@portal/contract';
import { createContext, use, useCallback, useMemo, useState, type PropsWithChildren } from 'react';
import * as v from 'valibot';
import { createRemoteLoader } from './remote-loader';

/** How long a customer who tries again waits for newer versions before the known ones are tried, in milliseconds. */
const REGISTRY_TIMEOUT = 10_000;

interface RemoteRegistry {
  /** The remotes, each in its resolved version. */
  remotes: readonly MicroFrontend[];
  /** Loads their modules. */
  loader: ReturnType<typeof createRemoteLoader>;
  /** Asks the server again which versions are live; keeps what is known when it does not answer. */
  refresh: () => Promise<void>;
}

const RegistryContext = createContext<RemoteRegistry>({
  remotes: [],
  loader: createRemoteLoader(),
  refresh: () => Promise.resolve(),
});

/** The remotes that this page knows, and ways to load them and to ask again. */
export const useRegistry = () => use(RegistryContext);

const fetchRegistry = async (): Promise<Registry> =>
  v.parse(registrySchema, (await http.get<unknown>('/registry.json', { timeout: REGISTRY_TIMEOUT })).data);

/** Holds the registry that the page arrived with. */
export const RegistryProvider = ({ initial, children }: PropsWithChildren<{ initial: Registry }>) => {
  const [registry, setRegistry] = useState(initial);
  const [loader] = useState(createRemoteLoader);
  const refresh = useCallback(() => fetchRegistry().then(setRegistry, () => undefined), []);
  const value = useMemo(
    () => ({
      remotes: Object.values(registry.microFrontends).flatMap((versions) => versions.slice(0, 1)),
      loader,
      refresh,
    }),
    [registry, loader, refresh],
  );
  return <RegistryContext value={value}>{children}</RegistryContext>;
};
