import { http } from '@portal/api';
import { findOwner, registrySchema, type Boot, type Registry, type RemoteSummary } from '@portal/contract';
import { useSurface } from '@portal/theme';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type PropsWithChildren,
} from 'react';
import * as v from 'valibot';
import { absoluteRegistry } from './absolute-registry';
import type { RemoteLoad } from './remote-load';
import { createRemoteLoader } from './remote-loader';

/** How long to wait for the registry before trying the known versions. */
const REGISTRY_TIMEOUT_MS = 10_000;

interface RemoteRegistry {
  remotes: readonly RemoteSummary[];
  /** The load of a remote, which `start` begins. */
  loadOf: (remote: RemoteSummary) => RemoteLoad;
  start: (remote: RemoteSummary) => void;
  /** Loads the remote that owns a path before the customer goes there, unless they want to save data. */
  loadAhead: (path: string) => void;
  /** Asks the server again which versions are live, and loads the remote anew. */
  restart: (remote: RemoteSummary) => Promise<void>;
  /** Asks the server again which versions are live. Without an answer, the known registry stays. */
  refresh: () => Promise<void>;
}

const summariesOf = ({ microFrontends }: Registry): RemoteSummary[] =>
  Object.values(microFrontends).flatMap((versions) =>
    versions.slice(0, 1).map(({ extras }) => extras.descriptor),
  );

const RegistryContext = createContext<RemoteRegistry | undefined>(undefined);

/** The remotes that this page knows, and functions to load them and to ask for newer ones. */
export const useRegistry = (): RemoteRegistry => {
  const registry = use(RegistryContext);
  if (!registry) throw new Error('Call useRegistry inside a RegistryProvider.');
  return registry;
};

const connectionSchema = v.object({ connection: v.object({ saveData: v.boolean() }) });

/** Whether the customer asked the browser to use less data (Save-Data). Only some browsers expose it. */
const savesData = (): boolean => {
  const known = v.safeParse(connectionSchema, navigator);
  return known.success && known.output.connection.saveData;
};

/** @param remote the only one to ask for; all by default */
const fetchRegistry = async (remote?: string): Promise<Registry> => {
  const { data } = await http.get<unknown>('/registry.json', {
    timeout: REGISTRY_TIMEOUT_MS,
    ...(remote && { params: { remote } }),
  });
  return v.parse(registrySchema, data);
};

interface RegistryProviderProps extends PropsWithChildren {
  /** The page's boot document. */
  boot: Pick<Boot, 'registry' | 'previews' | 'remotes' | 'first' | 'language'>;
  /** Absent on the portal server's own page. */
  portalUrl?: string | undefined;
  /** The nonce of the page's policy. */
  nonce: string | undefined;
  /** The server names the remotes in the language of the call. */
  language?: string;
}

/** Holds the page's registry and the loads of its remotes. */
export const RegistryProvider = ({
  boot,
  portalUrl,
  nonce,
  language = 'en',
  children,
}: RegistryProviderProps) => {
  const { styles, host } = useSurface();
  const located = useCallback(
    (registry: Registry) => (portalUrl ? absoluteRegistry(registry, portalUrl) : registry),
    [portalUrl],
  );
  const [{ registry, remotes }, setKnown] = useState(() => ({
    registry: located(boot.registry),
    remotes: boot.remotes ?? summariesOf(boot.registry),
  }));

  const update = useCallback(async (): Promise<Registry | undefined> => {
    const current = await fetchRegistry().then(located, () => undefined);
    if (current) setKnown({ registry: current, remotes: summariesOf(current) });
    return current;
  }, [located]);

  const named = useRef(boot.language ?? 'en');
  useEffect(() => {
    if (named.current === language) return;
    named.current = language;
    void update();
  }, [language, update]);

  // A preview shows its own failure: no other version takes its place.
  const isFinal = useCallback(
    (name: string) => boot.previews.some(({ remote, problem }) => remote === name && problem === null),
    [boot.previews],
  );

  const [{ loadOf: loadByName, followPage }] = useState(() =>
    createRemoteLoader({
      target: { nonce: nonce ?? '', styles },
      isOwnPage: host === null,
      newest: async (name) => (isFinal(name) ? undefined : (await update())?.microFrontends[name]?.[0]),
    }),
  );

  const value = useMemo(() => {
    const versionsOf = ({ name }: RemoteSummary, { microFrontends }: Registry) => {
      const versions = microFrontends[name];
      return versions && isFinal(name) ? versions.slice(0, 1) : versions;
    };
    // Without an answer there are none, and the load asks once more.
    const findVersions = async (remote: RemoteSummary) => {
      const answer = await fetchRegistry(remote.name).then(located, () => undefined);
      return (answer && versionsOf(remote, answer)) ?? [];
    };
    const loadOf = ({ name }: RemoteSummary) => loadByName(name);
    const start = (remote: RemoteSummary, ahead?: boolean) =>
      loadOf(remote).start(versionsOf(remote, registry) ?? (() => findVersions(remote)), ahead);
    return {
      remotes,
      loadOf,
      start: (remote: RemoteSummary) => start(remote),
      loadAhead: (path: string) => {
        const owner = savesData() ? undefined : findOwner(remotes, path);
        if (owner) start(owner, true);
      },
      restart: async (remote: RemoteSummary) => {
        const current = await update();
        loadOf(remote).restart(versionsOf(remote, current ?? registry) ?? []);
      },
      refresh: async () => void (await update()),
    };
  }, [registry, remotes, loadByName, update, isFinal, located]);

  useEffect(followPage, [followPage]);

  // Load and run the code of the first remote during the auth check. Only its slot renders it.
  const { start } = value;
  const first = remotes.find(({ name }) => name === boot.first);
  useEffect(() => {
    if (first) start(first);
  }, [first, start]);
  return <RegistryContext value={value}>{children}</RegistryContext>;
};
