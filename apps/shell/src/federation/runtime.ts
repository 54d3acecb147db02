import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import * as core from '@module-federation/runtime-core';
import { remoteModuleSchema, type MicroFrontend, type RemoteModule } from '@portal/contract';
import * as v from 'valibot';

/** How long a remote's entry may take before the slot says that it cannot be shown, in milliseconds. */
const ENTRY_TIMEOUT = 10_000;

// Where containers built with `externalRuntime` (webpack/remote.ts) look for the runtime.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });

registerPlugins([
  {
    name: 'portal-scripts',
    createScript({ url }) {
      const script = document.createElement('script');
      script.src = url;
      script.async = true;
      if (new URL(url, location.href).origin !== location.origin) script.crossOrigin = 'anonymous';
      return { script, timeout: ENTRY_TIMEOUT };
    },
  },
]);

/** A script that failed or hangs keeps its URL for the life of the page, so that each attempt has one of its own. */
const entryUrl = (url: string, attempt: number): string => (attempt === 0 ? url : `${url}?retry=${attempt}`);

const isChunkError = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

/**
 * A chunk that was preloaded when the page arrived, and failed then, fails once more from the browser's memory:
 * only what asks after that is a new request.
 */
const pastTheFailedPreload = async (load: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await load();
  } catch (error) {
    if (isChunkError(error)) return load();
    throw error;
  }
};

/**
 * Loads the module of a remote.
 * @param attempt 0 at first; each later number sends new requests
 * @throws whatever went wrong: the entry or a chunk did not arrive, it threw, or it is not a remote's module
 */
export const loadRemoteModule = async (
  { url, extras }: MicroFrontend,
  attempt: number,
): Promise<RemoteModule> => {
  const { globalName } = extras;
  registerRemotes([{ name: globalName, entry: entryUrl(url, attempt) }], { force: attempt > 0 });
  const load = () => loadRemote<unknown>(`${globalName}/remote`);
  return v.parse(remoteModuleSchema, await (attempt > 0 ? pastTheFailedPreload(load) : load())).default;
};
