import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import getPort from 'get-port';
import { codeSentTo } from '../e2e/support/delivered';
import { WORKSPACE } from '../e2e/support/directories';
import { commandOf } from '../e2e/support/portal-process';
import { createToken, operatorCommand, startServer } from '../e2e/support/server';
import { openSession } from '../e2e/support/session';
import { customers } from './customers';

/** The data of the last run. */
export const SCRATCH = join(WORKSPACE, '.portal/bench');

/** The data that every portal of a run starts with: customers, and the releases of this workspace. */
const TEMPLATE = join(SCRATCH, 'template');

/** The customers, in the format of `portal import`. */
const CUSTOMERS = join(SCRATCH, 'customers.json');

/** Imports the customers and publishes what is built. */
export const prepareTemplate = async (): Promise<void> => {
  await rm(SCRATCH, { recursive: true, force: true });
  await mkdir(SCRATCH, { recursive: true });
  await writeFile(CUSTOMERS, JSON.stringify(customers));
  await prepare(TEMPLATE);
};

/** Imports the customers and publishes what is built. @param environment of another database */
export const prepare = async (dataDir: string, environment?: Record<string, string>): Promise<void> => {
  await operatorCommand(dataDir, ['publish', '--all', '--promote'], environment);
  await operatorCommand(dataDir, ['import', CUSTOMERS], environment);
};

/** A portal in its own process. */
export type Portal = Awaited<ReturnType<typeof startOn>>;

/** Starts the built server on the data in a folder, as in production. */
export const startOn = async (dataDir: string, environment: Record<string, string> = {}, port?: number) =>
  startServer({
    port: port ?? (await getPort()),
    dataDir,
    environment: { NODE_ENV: 'production', LOG_LEVEL: 'error', ...environment },
    output: 'ignore',
  });

/** Starts the built server on a copy of the template. */
export const startPortal = async (
  name: string,
  environment: Record<string, string> = {},
): Promise<Portal> => {
  const dataDir = join(SCRATCH, name);
  await cp(TEMPLATE, dataDir, { recursive: true });
  return startOn(dataDir, environment);
};

/** Signs a customer in, once. @returns the value of the cookie `session_token` */
export const signIn = ({ url, dataDir }: Portal, phone: string): Promise<string> =>
  openSession(url, { phone }, () => codeSentTo(phone, dataDir));

/** A team with a token for some remotes. @returns `portal` of this team */
export const teamAt = async ({ url, dataDir }: Pick<Portal, 'url' | 'dataDir'>, names: readonly string[]) => {
  const team = { PORTAL_URL: url, PORTAL_TOKEN: await createToken(dataDir, names[0] ?? '', names) };
  return (...args: string[]) => commandOf(team, ...args);
};
