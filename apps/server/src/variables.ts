import { fileURLToPath } from 'node:url';
import { messageVariables } from './messages/variables';
import { OPERATIONS_PARTS } from './operations/parts';
import { operationsVariables } from './operations/variables';
import { ordersVariables } from './orders/variables';
import { PARTS } from './parts';
import { readSettings, type Config } from './platform/config/config';
import { platformVariables } from './platform/config/platform-variables';
import type { Given, Variables } from './platform/config/variables';
import { portalVariables } from './portal/variables';

/** Where relative paths begin: this file is as deep in `src` as its bundle in `dist`. */
export const WORKSPACE = fileURLToPath(new URL('../../..', import.meta.url));

/** The variables of each room and part. */
const ROOMS: readonly Variables[] = [
  portalVariables,
  messageVariables,
  ordersVariables,
  operationsVariables,
  ...[...PARTS, ...OPERATIONS_PARTS].flatMap(({ variables }) => variables ?? []),
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
