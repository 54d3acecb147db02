import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { UnreachableError, UsageError, type Io } from '@portal/cli';
import * as v from 'valibot';
import { withAudit, type Audit } from '../audit/audit';
import { readConfig, type Config } from '../config/config';
import { type connectDatabase, openDatabase, type Database } from '../database/connect';
import { findPortal, withAddress } from '../database/portal-socket';
import { errorCode } from '../config/error-code';
import { commandListener } from './command-listener';
import { work, type WorkName, type WorkResult } from './work';

// The bundle in dist is flat: there is no folder `commands`.
const root = fileURLToPath(new URL('../../..', import.meta.url.replace(/\/commands(?=\/[^/]*$)/, '')));

/** The portal's configuration, from the environment of a command. @throws ConfigError */
export const configOf = ({ env }: Pick<Io, 'env'>): Config => readConfig(env, root);

/** @throws UsageError when API_UPSTREAM is set: another server has the customers */
export const requireOwnDatabase = ({ apiUpstream }: Pick<Config, 'apiUpstream'>, advice: string): void => {
  if (apiUpstream) throw new UsageError(`API_UPSTREAM is set, so this portal has no database. ${advice}`);
};

/** Whether there is a database: the embedded one is created by the first start or import. */
export const hasDatabase = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'database'));

/** It has ended, or it ends before it responds; EPIPE: while a file is sent. */
const GONE = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

const post = async (address: string, path: string, body: string | Readable) => {
  const posted = request({ socketPath: address, path, method: 'POST' });
  // Stream the body: written at once, a large one fails with EPIPE when the response arrives first.
  const sent = pipeline(Readable.from(body), posted);
  const [event] = await Promise.all([once(posted, 'response'), sent]);
  const [response] = v.parse(v.tuple([v.instance(IncomingMessage)]), event);
  const text = await readText(response);
  if (response.statusCode !== 200)
    throw new UnreachableError(
      `The running portal answered ${response.statusCode}: ${text}. If it is of another version, restart it; otherwise stop it and repeat the command.`,
    );
  return { result: JSON.parse(text) as unknown };
};

/** Asks the process that has the embedded database open; undefined without one. @throws UnreachableError */
export const askPortal = async (dataDir: string, path: string, body: () => string | Readable) => {
  try {
    const portal = await findPortal(dataDir);
    if (portal === undefined) return undefined;
    return await withAddress(dataDir, portal, (address) => post(address, path, body()));
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (GONE.includes(code)) return undefined;
    if (code !== 'EACCES') throw error;
    throw new UnreachableError(
      `The portal in ${dataDir} belongs to another user. Run the command as the user who runs the portal.`,
    );
  }
};

interface Task<Result> {
  /** For the process that has the database open: a path, and a body of JSON or a file. */
  path: string;
  body: () => string | Readable;
  /** Does the same in this process. */
  run: (database: Database, audit: Audit) => Promise<Result>;
  /** How this process opens the database; by default with this version's schema, as the portal's start does. */
  open?: (config: Config) => ReturnType<typeof openDatabase> | ReturnType<typeof connectDatabase>;
}

const openPatiently = (config: Config) => openDatabase({ ...config, isPatient: true });

/** Does a task, in the process that has the embedded database open, or else here. Both are the same program. */
export const runInPortalOrHere = async <Result>(
  config: Config,
  { path, body, run, open = openPatiently }: Task<Result>,
): Promise<Result> => {
  const asked = config.databaseUrl ? undefined : await askPortal(config.dataDir, path, body);
  if (asked) return asked.result as Result;
  const { database, serve, close } = await open(config);
  return withAudit(config, (audit) => {
    serve(commandListener(database, audit));
    return run(database, audit);
  }).finally(close);
};

/** Does named work on the portal's database. @throws UsageError when there is none */
export const runWork = async <Name extends WorkName>(
  config: Config,
  name: Name,
  parameters: object,
  open?: Task<unknown>['open'],
): Promise<WorkResult<Name>> => {
  requireOwnDatabase(config, 'Manage customers and messages on that server.');
  if (!hasDatabase(config))
    throw new UsageError(
      `There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as for the portal.`,
    );
  const result = await runInPortalOrHere<unknown>(config, {
    path: `/${name}`,
    body: () => JSON.stringify(parameters),
    run: (database, audit) => work[name](database, parameters, audit),
    ...(open && { open }),
  });
  return JSON.parse(JSON.stringify(result)) as WorkResult<Name>;
};
