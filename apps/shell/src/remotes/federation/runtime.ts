import {
  remoteModuleSchema,
  scriptUrls,
  type ReleaseFile,
  type RemoteModule,
  type RemoteVersion,
} from '@portal/contract';
import * as v from 'valibot';
import { buildFiles, type BuildFiles } from './build-files';
import { diagnoseLoadError, isLostChunk, LoadFailure, readChunkError, withTimeout } from './load-failure';
import { insertFile, insertStyles, removeStyles, type LoadTarget } from './page-file';
import { createShareScope, type ShareScope } from './share-scope';

/** How long a remote may take to start after its entry has arrived, including its chunks. */
const START_TIMEOUT_MS = 20_000;

/** The container that every bundler's federation plugin builds. */
interface Container {
  init: (shareScope: ShareScope) => unknown;
  get: (exposed: string) => Promise<() => unknown>;
}

const containerSchema = v.object({ get: v.function(), init: v.function() });

const isContainer = (value: unknown): value is Container => v.is(containerSchema, value);

/** The running script is the shell's. Its origin is not the page's if an embedder shows the portal. */
const { currentScript } = document;
const shellUrl = currentScript instanceof HTMLScriptElement ? currentScript.src : location.href;

const setScriptUrl = scriptUrls(new URL(shellUrl).origin);

/** Runs an entry that is a classic script. @returns the value of its global, which should be a container */
const runEntryScript = async (entry: ReleaseFile, globalName: string): Promise<unknown> => {
  const script = document.createElement('script');
  setScriptUrl(script, entry.url);
  script.async = true;

  const thrown: unknown[] = [];
  const listen = (event: ErrorEvent) => {
    if (event.filename !== script.src) return;
    // Handled: keep it off the console.
    event.preventDefault();
    thrown.push(event.error);
  };
  window.addEventListener('error', listen);
  try {
    await insertFile(script, entry, 'entry');
  } finally {
    window.removeEventListener('error', listen);
    script.remove();
  }
  if (thrown.length > 0)
    throw new LoadFailure('init', `${entry.url} threw while it started.`, { cause: thrown[0] });
  return Reflect.get(globalThis, globalName);
};

const loadContainer = async (files: BuildFiles, nonce: string): Promise<Container> => {
  const { entry, globalName, format } = files;
  const importModule = async () =>
    (await import(/* webpackChunkName: 'module-entry' */ './module-entry')).importModule(files, nonce);
  const container = await (format === 'module' ? importModule() : runEntryScript(entry, globalName));
  if (!isContainer(container))
    throw new LoadFailure('init', `${entry.url} is not the entry of a remote: it left no container.`);
  return container;
};

const exposedBy = async (container: Container): Promise<unknown> => {
  await container.init(await createShareScope());
  const factory = await container.get('./remote');
  return factory();
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

/** A container of the same name, of another remote, may have answered. */
const requireRoutes = (module: RemoteModule, { extras }: RemoteVersion, url: string): void => {
  const paths = module.routes.map(({ path }) => path);
  const missing = extras.descriptor.routes.find((route) => !paths.includes(route));
  // A developer's build may differ from the live descriptor.
  if (missing !== undefined && !extras.local)
    throw new LoadFailure(
      'shape',
      `${url} has the screens ${paths.join(', ')}, and none for ${missing}, which remote.json lists.`,
    );
};

const start = async (files: BuildFiles, version: RemoteVersion, nonce: string): Promise<RemoteModule> => {
  const { url } = files.entry;
  const container = await loadContainer(files, nonce);
  const exposed = await withTimeout(START_TIMEOUT_MS, url, exposedBy(container));
  const { success, output, issues } = v.safeParse(remoteModuleSchema, exposed);
  if (!success) throw new LoadFailure('shape', `${url}: ${v.summarize(issues)}`);
  requireRoutes(output.default, version, url);
  return output.default;
};

const running = new Map<string, Promise<RemoteModule>>();

/** Starts a version once per page, also for a portal that is mounted again. A failed start is forgotten. */
const startOnce = (files: BuildFiles, version: RemoteVersion, nonce: string): Promise<RemoteModule> => {
  const { url } = files.entry;
  const known = running.get(url);
  if (known) return known;
  const starting = start(files, version, nonce);
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
 * Loads one version of a remote.
 * @param attempt 0 at first; each later number sends new requests
 * @throws LoadFailure after removing its stylesheets
 */
export const loadRemoteModule = async (
  version: RemoteVersion,
  attempt: number,
  target: LoadTarget,
): Promise<LoadedModule> => {
  const files = await buildFiles(version, attempt);
  const discard = () => removeStyles(files.entry.url, target);
  try {
    const [module] = await Promise.all([
      startOnce(files, version, target.nonce),
      insertStyles(files.styles, target),
    ]);
    return { module, discard };
  } catch (error) {
    discard();
    throw await startFailure(error, files);
  }
};
