import { getInstance } from '@module-federation/enhanced/runtime';
import * as core from '@module-federation/runtime-core';
import { remoteModuleSchema, type MicroFrontend, type RemoteModule } from '@portal/contract';
import * as v from 'valibot';
import { buildFiles, type BuildFiles } from './build-files';
import { diagnoseLoadError, isLostChunk, readChunkError } from './diagnose-load-error';
import { importEntry, runEntryScript } from './entry';
import { LoadFailure, withTimeout } from './load-failure';
import { insertStyles, removeStyles, type LoadTarget } from './page-file';

/** For a remote to start after its entry has arrived, including its chunks. */
const START_TIMEOUT_MS = 20_000;

// Containers built with `externalRuntime` (webpack/remote.ts) look for the runtime here.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });

type FederationInstance = NonNullable<ReturnType<typeof getInstance>>;
type Container = Parameters<FederationInstance['initRawContainer']>[2];

const isFunctionOf = (value: object, name: string): boolean => typeof Reflect.get(value, name) === 'function';

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && isFunctionOf(value, 'get') && isFunctionOf(value, 'init');

const federationInstance = (): FederationInstance => {
  const instance = getInstance();
  if (!instance)
    throw new Error('The shell was built without module federation. Build it with webpack/shell.ts.');
  return instance;
};

const loadContainer = async (
  { entry, globalName, format, modules }: BuildFiles,
  nonce: string,
): Promise<Container> => {
  const container =
    format === 'module' ? await importEntry(entry, modules, nonce) : await runEntryScript(entry, globalName);
  if (!isContainer(container))
    throw new LoadFailure('init', `${entry.url} is not the entry of a remote: it left no container.`);
  return container;
};

const pathOf = (url: string): string => new URL(url, location.href).pathname;

const startFailure = async (error: unknown, { entry, preload }: BuildFiles): Promise<unknown> => {
  if (error instanceof LoadFailure) return error;
  if (!isLostChunk(error))
    return new LoadFailure('init', `${entry.url} threw while it started.`, { cause: error });
  const { late, url } = readChunkError(error);
  const file = preload.find((known) => url !== undefined && pathOf(known.url) === pathOf(url));
  if (!late && file) return diagnoseLoadError('chunk', file, { cause: error });
  return new LoadFailure(late ? 'timeout' : 'chunk', `A chunk of ${entry.url} did not arrive.`, {
    cause: error,
  });
};

const start = async (name: string, files: BuildFiles, nonce: string): Promise<RemoteModule> => {
  const { url } = files.entry;
  const federation = federationInstance();
  federation.registerRemotes([{ name, entry: url }]);
  const container = await loadContainer(files, nonce);
  federation.initRawContainer(name, url, container);
  const exposed = await withTimeout(START_TIMEOUT_MS, url, federation.loadRemote<unknown>(`${name}/remote`));
  const { success, output, issues } = v.safeParse(remoteModuleSchema, exposed);
  if (!success) throw new LoadFailure('shape', `${url}: ${v.summarize(issues)}`);
  return output.default;
};

const running = new Map<string, Promise<RemoteModule>>();

/** Starts a version once per page: a second portal, or one that is shown again, reuses it. A failed start is forgotten. */
const startOnce = (name: string, files: BuildFiles, nonce: string): Promise<RemoteModule> => {
  const { url } = files.entry;
  const known = running.get(url);
  if (known) return known;
  const starting = start(name, files, nonce);
  running.set(url, starting);
  starting.catch(() => running.delete(url));
  return starting;
};

/** A version of a remote in the page. */
export interface LoadedModule {
  module: RemoteModule;
  /** Removes its stylesheets from the page. */
  discard: () => void;
}

/**
 * Loads one version of a remote. Several versions of a remote can be in the page.
 * @param attempt 0 at first; each later number sends new requests
 * @throws LoadFailure after removing the version from the page
 */
export const loadRemoteModule = async (
  version: MicroFrontend,
  attempt: number,
  target: LoadTarget,
): Promise<LoadedModule> => {
  const files = await buildFiles(version, attempt);
  const name = files.globalName || `${version.extras.descriptor.name}@${version.metadata.version}`;
  const discard = () => removeStyles(files.entry.url, target);
  try {
    const [module] = await Promise.all([
      startOnce(name, files, target.nonce),
      insertStyles(files.styles, target),
    ]);
    return { module, discard };
  } catch (error) {
    discard();
    throw await startFailure(error, files);
  }
};
