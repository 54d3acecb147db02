import { getInstance } from '@module-federation/enhanced/runtime';
import * as core from '@module-federation/runtime-core';
import { remoteModuleSchema, type MicroFrontend, type RemoteModule } from '@portal/contract';
import * as v from 'valibot';
import { buildFiles, type BuildFiles } from './build-files';
import { importEntry } from './entry-module';
import { runEntryScript } from './entry-script';
import { LoadFailure } from './load-failure';
import { isLostChunk, readChunkError } from './lost-chunk';
import { lostFile } from './lost-file';
import type { LoadTarget } from './page-file';
import { runOnce } from './running-remotes';
import { insertStyles, removeStyles } from './styles';
import { within } from './within';

/** How long a remote may take to start once its entry is there, in milliseconds; its chunks come in that time. */
const START_LIMIT = 20_000;

// Where containers built with `externalRuntime` (webpack/remote.ts) look for the runtime.
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });

type Host = NonNullable<ReturnType<typeof getInstance>>;
type Container = Parameters<Host['initRawContainer']>[2];

const isFunctionOf = (value: object, name: string): boolean => typeof Reflect.get(value, name) === 'function';

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && isFunctionOf(value, 'get') && isFunctionOf(value, 'init');

const hostOf = (): Host => {
  const host = getInstance();
  if (!host)
    throw new Error('The shell was built without module federation. Build it with webpack/shell.ts.');
  return host;
};

const loadContainer = async (
  { entry, globalName, format, modules }: BuildFiles,
  nonce: string,
): Promise<Container> => {
  const container =
    format === 'module' ? await importEntry(entry, modules, nonce) : await runEntryScript(entry, globalName);
  if (!isContainer(container))
    throw new LoadFailure('init', `${entry.url} left no container: it is no remote's entry.`);
  return container;
};

const pathOf = (url: string): string => new URL(url, location.href).pathname;

const startFailure = async (error: unknown, { entry, preload }: BuildFiles): Promise<unknown> => {
  if (error instanceof LoadFailure) return error;
  if (!isLostChunk(error))
    return new LoadFailure('init', `${entry.url} threw as it started.`, { cause: error });
  const { late, url } = readChunkError(error);
  const file = preload.find((known) => url !== undefined && pathOf(known.url) === pathOf(url));
  if (!late && file) return lostFile('chunk', file, { cause: error });
  return new LoadFailure(late ? 'timeout' : 'chunk', `A chunk of ${entry.url} did not arrive.`, {
    cause: error,
  });
};

const start = async (name: string, files: BuildFiles, nonce: string): Promise<RemoteModule> => {
  const { url } = files.entry;
  const host = hostOf();
  host.registerRemotes([{ name, entry: url }]);
  const container = await loadContainer(files, nonce);
  host.initRawContainer(name, url, container);
  const exposed = await within(START_LIMIT, url, host.loadRemote<unknown>(`${name}/remote`));
  const { success, output, issues } = v.safeParse(remoteModuleSchema, exposed);
  if (!success) throw new LoadFailure('shape', `${url}: ${v.summarize(issues)}`);
  return output.default;
};

/** What a version of a remote brings into the page. */
export interface LoadedModule {
  module: RemoteModule;
  /** Takes its styles out of the page again. */
  discard: () => void;
}

/**
 * Loads one version of a remote, beside any other version of it.
 * @param attempt 0 at first; each later number sends new requests
 * @throws LoadFailure, and nothing of the version stays in the page
 */
export const loadRemoteModule = async (
  version: MicroFrontend,
  attempt: number,
  page: LoadTarget,
): Promise<LoadedModule> => {
  const files = await buildFiles(version, attempt);
  const name = files.globalName || `${version.extras.descriptor.name}@${version.metadata.version}`;
  const discard = () => removeStyles(files.entry.url, page);
  try {
    const [module] = await Promise.all([
      runOnce(files.entry.url, () => start(name, files, page.nonce)),
      insertStyles(files.styles, page),
    ]);
    return { module, discard };
  } catch (error) {
    discard();
    throw await startFailure(error, files);
  }
};
