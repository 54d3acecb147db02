import type { Keys } from '../../platform/crypto/keys';
import type { App } from '../../platform/http/validation';
import { examine } from './doctor';
import { doctorRoutes } from './doctor-routes';

/** What examines the portal: `portal doctor`, and the operator's page. */
export const doctor = {
  name: 'doctor',
  routes: (keys: Keys) => async (scope: App) => void scope.register(doctorRoutes, { key: keys.doctor }),
  examine,
};
