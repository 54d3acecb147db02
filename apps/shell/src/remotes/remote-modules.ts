import type { MicroFrontend, RemoteModule } from '@portal/contract';
import { loadRemoteModule } from '../federation/runtime';

const loading = new Map<string, Promise<RemoteModule>>();
const attempts = new Map<string, number>();

const nameOf = (remote: MicroFrontend) => remote.extras.descriptor.name;

/** The module of a remote: the same promise for every caller, so that it is loaded once. */
export const remoteModule = (remote: MicroFrontend): Promise<RemoteModule> => {
  const name = nameOf(remote);
  const known = loading.get(name);
  if (known) return known;
  const module = loadRemoteModule(remote, attempts.get(name) ?? 0);
  loading.set(name, module);
  return module;
};

/** Forgets a remote that could not be shown; whoever asks for it next sends new requests. */
export const forgetRemoteModule = (name: string): void => {
  loading.delete(name);
  attempts.set(name, (attempts.get(name) ?? 0) + 1);
};
