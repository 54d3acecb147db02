import { access, appendFile, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../platform/config/config';
import { usesDataDir, writeIn } from '../data-dir';
import { errorCode } from '../../platform/config/error-code';
import { fix, ok, type Finding } from '../../platform/config/finding';

/** Opens a file as the audit log does, and leaves no new one. */
const appendTo = async (file: string): Promise<void> => {
  const isNew = await access(file).then(
    () => false,
    () => true,
  );
  await appendFile(file, '');
  if (isNew) await rm(file);
};

const ADVICE = 'Let the user of the portal write there, on a disk with free space.';

const tryTo = async (check: string, write: () => Promise<void>): Promise<Finding> => {
  try {
    await write();
    return ok(check, 'can be written');
  } catch (error) {
    return fix(check, `It cannot be written (${errorCode(error)}). ${ADVICE}`);
  }
};

const MOST_HOURS = 26;

/** The age of the last backup. */
export const checkBackup = async ({
  backupFile,
}: Pick<Config, 'backupFile'>): Promise<Finding | undefined> => {
  if (backupFile === undefined) return undefined;
  const found = await stat(backupFile).catch(() => undefined);
  if (!found)
    return fix('backup', 'BACKUP_FILE is not there. Let the job that backs up touch it at its end.');
  const hours = Math.floor((Date.now() - found.mtimeMs) / 3_600_000);
  const text = `the last one was ${hours} hours ago`;
  return hours > MOST_HOURS
    ? fix('backup', `It is late: ${text}. Look at the job that makes it.`)
    : ok('backup', text);
};

/** Writes wherever the portal does on this machine; one after the other, because each removes what it created. */
export const checkWriting = async (config: Config): Promise<Finding[]> => {
  const { dataDir, auditLog, releasesUrl } = config;
  const found: Finding[] = [];
  if (usesDataDir(config)) found.push(await tryTo('DATA_DIR', () => writeIn(dataDir)));
  if (auditLog) found.push(await tryTo('AUDIT_LOG', () => appendTo(auditLog)));
  if (releasesUrl.protocol === 'file:')
    found.push(await tryTo('releases folder', () => writeIn(fileURLToPath(releasesUrl))));
  return found;
};
