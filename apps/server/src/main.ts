import { fileURLToPath } from 'node:url';
import { buildApp } from './app';
import { readConfig } from './config';
import { openDatabase } from './database/connect';
import { deriveKeys } from './keys';
import { loadSecretKey } from './secret-key';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const start = async () => {
  const config = readConfig(process.env, root);
  const keys = deriveKeys(await loadSecretKey(config));
  const { database, close } = await openDatabase(config);
  const app = buildApp({ config, database, keys });

  const stop = async () => {
    await app.close();
    await close();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await app.listen({ port: config.port, host: config.host });
};

start().catch((error: unknown) => {
  // The message says what to do; a stack would hide it.
  console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
  process.exitCode = 1;
});
