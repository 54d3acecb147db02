import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openDatabase } from '../platform/database/connect';
import { startPostgres } from './postgres-server';

/** Starts PostgreSQL with a migrated `template1`: the database of each test file is a copy of it. */
const startMigrated = async () => {
  const server = await startPostgres();
  const template = await openDatabase({ databaseUrl: new URL('/template1', server.url).href, dataDir: '' });
  await template.close();
  return server;
};

/** Runs a command whose tests use PostgreSQL: the server of TEST_DATABASE_URL, or else a temporary one. */
const [command = 'jest', ...args] = process.argv.slice(2);
const given = process.env['TEST_DATABASE_URL'];
const { url, stop } = given ? { url: given, stop: async () => {} } : await startMigrated();
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: url } });
const [code] = await once(child, 'exit');
await stop();
process.exitCode = code ?? 1;
