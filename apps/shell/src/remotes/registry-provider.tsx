import { http } from '@portal/api';
import { registrySchema, type MicroFrontend, type Registry } from '@portal/contract';
import { createContext, use, useCallback, useMemo, useState, type PropsWithChildren } from 'react';
import * as v from 'valibot';

interface RemoteRegistry {
  /** The remotes, each in its resolved version. */
  remotes: readonly MicroFrontend[];
  /** Asks the server again which versions are live; keeps what is known when it does not answer. */
  refresh: () => Promise<void>;
}

const RegistryContext = createContext<RemoteRegistry>({ remotes: [], refresh: () => Promise.resolve() });

/** The remotes that this page knows, and a way to ask again. */
export const useRegistry = () => use(RegistryContext);

const fetchRegistry = async (): Promise<Registry> =>
  v.parse(registrySchema, (await http.get<unknown>('/registry.json')).data);

/** Holds the registry that the page arrived with. */
export const RegistryProvider = ({ initial, children }: PropsWithChildren<{ initial: Registry }>) => {
  const [registry, setRegistry] = useState(initial);
  const refresh = useCallback(() => fetchRegistry().then(setRegistry, () => undefined), []);
  const value = useMemo(
    () => ({ remotes: Object.values(registry.microFrontends).flat(), refresh }),
    [registry, refresh],
  );
  return <RegistryContext value={value}>{children}</RegistryContext>;
};
