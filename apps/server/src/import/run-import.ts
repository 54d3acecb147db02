import { importByPortal } from '../admin/admin-client';
import { runInPortalOrHere, requireOwnDatabase } from '../admin/run-in-portal-or-here';
import { withAudit } from '../audit/audit';
import type { Config } from '../config';
import { importCustomers } from './import-customers';
import type { ImportReport } from './import-report';
import type { Chunks } from './text-file';

/**
 * Imports a file, whether or not the portal is running.
 * @throws NoDatabaseError, DirectoryInUseError
 */
export const runImport = async (config: Config, file: Chunks, dryRun: boolean): Promise<ImportReport> => {
  requireOwnDatabase(config, 'Import customers and orders on that server, or unset API_UPSTREAM.');
  return runInPortalOrHere(config, {
    ask: (address) => importByPortal(address, file, dryRun),
    work: (database) => withAudit(config, (audit) => importCustomers(database, file, { dryRun, audit })),
  });
};
