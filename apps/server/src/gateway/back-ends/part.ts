import type { FastifyBaseLogger } from 'fastify';
import type { RemoteChoices } from '../../platform/config/remote-choices';
import type { Portal } from '../../platform/crypto/keys';
import type { App, Customers } from '../../platform/http/validation';
import { createAvailability } from './availability';
import { backEndRoutes, noBackEndRoutes } from './back-end-routes';
import { createBackEnds } from './back-ends';

interface Context extends Pick<Portal, 'config' | 'keys'> {
  choices: RemoteChoices | undefined;
  log: FastifyBaseLogger;
  /** Absent with API_UPSTREAM, which alone knows them. */
  customers: Customers | undefined;
}

const open = ({ config, keys, choices, log, customers }: Context) => {
  const backEnds = customers && createBackEnds({ config, keys, choices });
  return {
    /** The calls of remotes to back ends of their own. */
    routes: async (scope: App) => {
      scope.register(noBackEndRoutes);
      if (!backEnds) return;
      scope.register(async (guarded: App) => {
        customers.guard(guarded);
        guarded.register(backEndRoutes, { ...customers, config, backEnds });
      });
    },
    absentFor: backEnds && createAvailability({ ...customers, backEnds, log }),
  };
};

/** Back ends of remotes, at the addresses that REMOTES names. */
export const backEnds = { name: 'back-ends', remoteCalls: open };
