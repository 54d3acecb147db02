import { access, appendFile, rm } from 'node:fs/promises';
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
