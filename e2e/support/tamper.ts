import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The performance mark that a tampered file sets when it runs. */
export const TAMPERED = 'tampered';

/** Changes a published file and removes its compressed copy, so that the server sends the changed bytes. */
export const tamper = async (dataDir: string, name: string, version: string, file: string): Promise<void> => {
  const path = join(dataDir, 'releases', name, version, file);
  const change = file.endsWith('.css')
    ? '\n:root { --tampered: 1; }\n'
    : `\nperformance.mark('${TAMPERED}');\n`;
  await writeFile(path, change, { flag: 'a' });
  await rm(`${path}.br`, { force: true });
};
