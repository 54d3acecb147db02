import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from './postgres-server';

/** `pnpm test:postgres`: the same suite on PostgreSQL, on the server of TEST_DATABASE_URL or on one of its own. */
const given = process.env['TEST_DATABASE_URL'];
const { url, stop } = given ? { url: given, stop: async () => {} } : await startPostgres();
const jest = spawn('jest', process.argv.slice(2), {
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: url },
});
const [code] = await once(jest, 'exit');
await stop();
process.exitCode = code ?? 1;
