import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a file that was tampered with leaves in the page if it runs. */
export const TAMPERED = 'tampered';

/** Changes a published file; its compressed copy goes, so that nobody gets the old bytes. */
export const tamper = async (dataDir: string, name: string, version: string, file: string): Promise<void> => {
  const path = join(dataDir, 'releases', name, version, file);
  const change = file.endsWith('.css')
    ? '\n:root { --tampered: 1; }\n'
    : `\nperformance.mark('${TAMPERED}');\n`;
  await writeFile(path, change, { flag: 'a' });
  await rm(`${path}.br`, { force: true });
};
