import { fileURLToPath } from 'node:url';
import { buildApp } from './app';
import { openBackend } from './backend';
import { readConfig } from './config';
import { greeting } from './greeting';
import { deriveKeys } from './keys';
import { loadSecretKey } from './secret-key';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const start = async () => {
  const config = readConfig(process.env, root);
  const keys = deriveKeys(await loadSecretKey(config));
  const { backend, hasDemo, close } = await openBackend(config);
  const app = buildApp({ config, keys, ...backend });

  const stop = async () => {
    await app.close();
    await close();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await app.listen({ port: config.port, host: config.host });
  // NO_COLOR is heeded by Node.
  const color = process.stdout.isTTY && process.stdout.hasColors();
  console.log(greeting(config, { hasDemo, color, root }));
};

start().catch((error: unknown) => {
  // The message says what to do; a stack would hide it.
  console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
  process.exitCode = 1;
});
