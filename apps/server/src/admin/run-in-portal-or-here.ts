import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config';
import { openDatabase, type Database } from '../database/connect';
import { errorCode } from '../error-code';
import { adminAddress } from './admin-socket';

/** The command needs a database, and there is none. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
}

/** The running portal belongs to another user of this machine. */
class OtherUserError extends Error {
  override readonly name = 'OtherUserError';

  constructor(address: string, cause: unknown) {
    super(`${address} belongs to another user. Run the command as the user who runs the portal.`, { cause });
  }
}

/** @throws NoDatabaseError when API_UPSTREAM is set: another server has the customers */
export const requireOwnDatabase = ({ apiUpstream }: Pick<Config, 'apiUpstream'>, advice: string): void => {
  if (apiUpstream)
    throw new NoDatabaseError(`API_UPSTREAM is set, so this portal has no database. ${advice}`);
};

/** Whether there is a database: the embedded one is created by the first start or import. */
export const hasDatabase = async ({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<boolean> => {
  if (databaseUrl) return true;
  return access(join(dataDir, 'database')).then(
    () => true,
    () => false,
  );
};

/** How to execute a command in either process. */
interface Execution<Answer> {
  /** Asks the running portal, at the address of its admin socket. */
  ask: (address: string) => Promise<Answer>;
  /** Does the work in this process. */
  work: (database: Database) => Promise<Answer>;
  /** How this process opens the database; by default with this version's schema, as the portal's start does. */
  open?: (config: Config) => Promise<{ database: Database; close: () => Promise<void> }>;
}

const openPatiently = (config: Config) => openDatabase({ ...config, isPatient: true });

/**
 * Executes a command, whether or not the portal is running. Only one process can open the embedded database: while the
 * portal has it open, the portal executes the command.
 * @throws OtherUserError when the admin socket belongs to another user; the errors of `ask` and of opening the database
 */
export const runInPortalOrHere = async <Answer>(
  config: Config,
  { ask, work, open = openPatiently }: Execution<Answer>,
): Promise<Answer> => {
  const workHere = async () => {
    const { database, close } = await open(config);
    return work(database).finally(close);
  };
  const address = config.databaseUrl ? undefined : adminAddress(config.dataDir);
  if (!address) return workHere();
  try {
    return await ask(address);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (code === 'EACCES') throw new OtherUserError(address, error);
    if (!['ENOENT', 'ECONNREFUSED'].includes(code)) throw error;
    return workHere();
  }
};
