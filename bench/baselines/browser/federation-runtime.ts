import { loadRemote } from '@module-federation/enhanced/runtime';
import type { RemoteVersion, RemoteModule } from '@portal/contract';
import type { LoadedModule } from '../../../apps/shell/src/remotes/federation/runtime';
import { containerOf } from '../container-of';

/** Replaces the shell's federation runtime in `federation-default`: the plugin knows the remotes. */
export const loadRemoteModule = async ({ extras }: RemoteVersion): Promise<LoadedModule> => {
  const { name } = extras.descriptor;
  const exposed = await loadRemote<{ default: RemoteModule }>(`${containerOf(name)}/remote`);
  if (!exposed) throw new Error(`There is no remote ${name}.`);
  return { module: exposed.default, discard: () => {} };
};
