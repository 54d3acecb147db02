import type { MicroFrontend, RemoteModule } from '@portal/contract';
import { loadRemoteModule } from '../federation/runtime';

const nameOf = (remote: MicroFrontend) => remote.extras.descriptor.name;

/** Loads the modules of remotes, and remembers what is on its way or there. */
export const createRemoteLoader = () => {
  const modules = new Map<string, Promise<RemoteModule>>();
  const attempts = new Map<string, number>();

  return {
    /** The module of a remote: the same promise for every caller, so that it is loaded once. */
    load(remote: MicroFrontend): Promise<RemoteModule> {
      const name = nameOf(remote);
      const known = modules.get(name);
      if (known) return known;
      const module = loadRemoteModule(remote, attempts.get(name) ?? 0);
      modules.set(name, module);
      return module;
    },

    /** Forgets a remote that could not be shown; whoever asks for it next sends new requests. */
    forget(remote: MicroFrontend): void {
      const name = nameOf(remote);
      modules.delete(name);
      attempts.set(name, (attempts.get(name) ?? 0) + 1);
    },
  };
};
