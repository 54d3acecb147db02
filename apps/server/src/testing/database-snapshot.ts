import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { openPglite } from '../database/connect';

/*
 * Initializing PGlite takes seconds of CPU. The tests do it once for all files and runs: they load a migrated, empty
 * database from the cache, which is renewed when PGlite or the migrations change.
 */

const migrations = join(__dirname, '../database/migrations');
const cache = join(__dirname, '../../node_modules/.cache');

const keyOf = async () => {
  const hash = createHash('sha256').update(createRequire(__filename).resolve('@electric-sql/pglite'));
  for (const file of (await readdir(migrations)).sort()) hash.update(await readFile(join(migrations, file)));
  return hash.digest('hex').slice(0, 16);
};

const create = async (directory: string) => {
  const draft = `${directory}.${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  const pglite = new PGlite(join(draft, 'database'));
  const database = await openPglite(pglite);
  const dump = await pglite.dumpDataDir('none');
  await database.destroy();
  await writeFile(join(draft, 'database.tar'), Buffer.from(await dump.arrayBuffer()));
  // Another test file may have been faster.
  await rename(draft, directory).catch(() => rm(draft, { recursive: true }));
};

const snapshot = async () => {
  const directory = join(cache, `database-${await keyOf()}`);
  const exists = await readdir(directory).catch(() => undefined);
  if (!exists) await create(directory);
  return directory;
};

/** A migrated, empty database in memory. */
export const openSnapshot = async () => {
  const tar = await readFile(join(await snapshot(), 'database.tar'));
  return openPglite(new PGlite({ dataDir: 'memory://', loadDataDir: new Blob([tar]) }));
};

/** Puts a migrated, empty database into a DATA_DIR, for the start of a process. */
export const copySnapshot = async (dataDir: string) => {
  await cp(join(await snapshot(), 'database'), join(dataDir, 'database'), { recursive: true });
};
