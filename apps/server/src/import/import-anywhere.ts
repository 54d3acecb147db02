import { importByPortal } from '../admin/admin-client';
import { adminAddress } from '../admin/admin-socket';
import type { Config } from '../config';
import { openDatabase } from '../database/connect';
import { importCustomers } from './import-customers';
import type { ImportReport } from './import-report';
import { errorCode, type Chunks } from './text-file';

/** API_UPSTREAM is set, so this portal has no customers and orders. */
class NothingToImportIntoError extends Error {
  override readonly name = 'NothingToImportIntoError';

  constructor() {
    super(
      'API_UPSTREAM is set, so customers and orders belong to that server. Import them there, or unset it.',
    );
  }
}

const isNotRunning = (error: unknown): boolean => ['ENOENT', 'ECONNREFUSED'].includes(errorCode(error) ?? '');

const importIntoDatabase = async (config: Config, file: Chunks, dryRun: boolean): Promise<ImportReport> => {
  const { database, close } = await openDatabase({ ...config, isPatient: true });
  try {
    return await importCustomers(database, file, { dryRun });
  } finally {
    await close();
  }
};

/**
 * Imports a file, whether or not the portal is running. Only one process can open the embedded database: while the
 * portal has it open, the portal does the import.
 * @throws NothingToImportIntoError, DirectoryInUseError
 */
export const importAnywhere = async (
  config: Config,
  file: Chunks,
  dryRun: boolean,
): Promise<ImportReport> => {
  if (config.apiUpstream) throw new NothingToImportIntoError();
  const address = config.databaseUrl ? undefined : adminAddress(config.dataDir);
  if (!address) return importIntoDatabase(config, file, dryRun);
  try {
    return await importByPortal(address, file, dryRun);
  } catch (error) {
    if (!isNotRunning(error)) throw error;
    return importIntoDatabase(config, file, dryRun);
  }
};
