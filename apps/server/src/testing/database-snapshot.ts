import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { databaseOn, type Database } from '../platform/database/connect';
import { migrate } from '../platform/database/migrate';
import { pgliteConnections } from '../platform/database/pglite';

/*
 * Initializing PGlite takes seconds of CPU. Jest's globalSetup does it once; test files load the migrated, empty
 * database from a cache, which is renewed when PGlite or the migrations change.
 */

const migrations = join(__dirname, '../platform/database/migrations');
const cache = join(__dirname, '../../node_modules/.cache');

const keyOf = async () => {
  const hash = createHash('sha256').update(createRequire(__filename).resolve('@electric-sql/pglite'));
  for (const file of (await readdir(migrations)).sort()) hash.update(await readFile(join(migrations, file)));
  return hash.digest('hex').slice(0, 16);
};

const directory = async () => join(cache, `database-${await keyOf()}`);

const removeOutdated = async () => {
  const outdated = (await readdir(cache).catch(() => [])).filter((name) => name.startsWith('database-'));
  await Promise.all(outdated.map((name) => rm(join(cache, name), { recursive: true, force: true })));
};

/** Migrates an open PGlite, without a lock on its directory. */
const migratePglite = async (pglite: PGlite, check?: () => Promise<void>): Promise<Database> => {
  const database = databaseOn(pgliteConnections(pglite, { check }));
  await migrate(database);
  return database;
};

/** Creates the snapshot unless the cache has it. */
const createSnapshot = async () => {
  const target = await directory();
  if (await readdir(target).catch(() => undefined)) return;
  await removeOutdated();
  const draft = join(cache, randomUUID());
  await mkdir(draft, { recursive: true });
  const pglite = new PGlite(join(draft, 'database'));
  const database = await migratePglite(pglite);
  const dump = await pglite.dumpDataDir('none');
  await database.destroy();
  await writeFile(join(draft, 'database.tar'), Buffer.from(await dump.arrayBuffer()));
  // Another run of Jest may have been faster.
  await rename(draft, target).catch(() => rm(draft, { recursive: true }));
};

/** Jest's globalSetup. */
export default createSnapshot;

/** A migrated, empty database in memory. */
export const openSnapshot = async (checkDisk?: () => Promise<void>) => {
  const tar = await readFile(join(await directory(), 'database.tar'));
  return migratePglite(new PGlite({ dataDir: 'memory://', loadDataDir: new Blob([tar]) }), checkDisk);
};

/** Puts a migrated, empty database into a DATA_DIR, for the start of a process. */
export const copySnapshot = async (dataDir: string) => {
  await cp(join(await directory(), 'database'), join(dataDir, 'database'), { recursive: true });
};
