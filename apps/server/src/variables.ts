import { upstreamVariables } from './gateway/upstream/variables';
import { handOverVariables } from './identity/hand-over/variables';
import { oidcVariables } from './identity/oidc/variables';
import { messageVariables } from './messages/variables';
import { vonageVariables } from './messages/vonage/variables';
import { tracingVariables } from './operations/tracing/variables';
import { operationsVariables } from './operations/variables';
import { acumaticaVariables } from './orders/acumatica/variables';
import { webhookVariables } from './orders/webhook/variables';
import { readSettings, type Config } from './platform/config/config';
import type { Given, Variables } from './platform/config/variables';
import { platformVariables } from './platform/config/platform-variables';
import { portalVariables } from './portal/variables';

/** The variables of each room and part. A line less, and the portal works without that part. */
const ROOMS: readonly Variables[] = [
  portalVariables,
  messageVariables,
  vonageVariables,
  handOverVariables,
  oidcVariables,
  webhookVariables,
  acumaticaVariables,
  upstreamVariables,
  operationsVariables,
  tracingVariables,
];

/** The names of all variables. */
export const variableNames: readonly string[] = [platformVariables, ...ROOMS].flatMap(({ entries }) =>
  Object.keys(entries),
);

/**
 * Reads and checks the whole environment.
 * @param root the base of relative paths (DATA_DIR)
 * @throws ConfigError naming every faulty variable
 */
export const readConfig = (env: Given, root: string): Config => readSettings(ROOMS, env, root);
