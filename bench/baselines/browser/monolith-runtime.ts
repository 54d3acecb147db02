import type { RemoteVersion } from '@portal/contract';
import type { LoadedModule } from '../../../apps/shell/src/remotes/federation/runtime';
import { orders } from './monolith-orders';

/** Replaces the shell's federation runtime in `monolith-lazy`: the remotes are folders of one build. */

const REMOTES = {
  login: async () => (await import('../../../apps/login/src/remote')).default,
  orders: async () => orders,
  'notification-preferences': async () =>
    (await import('../../../apps/notification-preferences/src/remote')).default,
};

const isRemote = (name: string): name is keyof typeof REMOTES => Object.hasOwn(REMOTES, name);

export const loadRemoteModule = async ({ extras }: RemoteVersion): Promise<LoadedModule> => {
  const { name } = extras.descriptor;
  if (!isRemote(name)) throw new Error(`The monolith has no ${name}.`);
  return { module: await REMOTES[name](), discard: () => {} };
};
