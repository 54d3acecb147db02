import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from './postgres-server';

/**
 * `pnpm test:postgres`: runs the tests that use a database on PostgreSQL, on the server of TEST_DATABASE_URL or on a
 * temporary one. Arguments are Jest's; without a pattern, Jest finds the tests that import `test-database.ts`.
 */
const usesDatabase = ['--findRelatedTests', 'src/testing/test-database.ts'];
const options = process.argv.slice(2);
const hasPattern = options.some((argument) => !argument.startsWith('-'));
const args = ['--maxWorkers=100%', ...options, ...(hasPattern ? [] : usesDatabase)];
const given = process.env['TEST_DATABASE_URL'];
const { url, stop } = given ? { url: given, stop: async () => {} } : await startPostgres();
const jest = spawn('jest', args, {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: url },
});
const [code] = await once(jest, 'exit');
await stop();
process.exitCode = code ?? 1;
