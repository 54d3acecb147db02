import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { UsageError } from './usage-error';

const packageSchema = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }));

/**
 * The version that a folder's `package.json` states; undefined when there is no such file.
 * @throws UsageError when it states none
 */
export const packageVersion = async (folder: string): Promise<string | undefined> => {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const result = v.safeParse(packageSchema, await readFile(file, 'utf8'));
  if (result.success) return result.output.version;
  throw new UsageError(`${file} states no version. Write one, such as "version": "1.0.0".`);
};
