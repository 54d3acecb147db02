import { fileURLToPath } from 'node:url';
import { buildApp } from './app';
import { openBackend } from './backend';
import { readConfig } from './config';
import { prepareDataDir } from './data-dir';
import { greeting } from './greeting';
import { listen } from './http/connections';
import { deriveKeys, loadSecretKey } from './keys';
import { readReleaseTrust } from './releases/releases';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const start = async () => {
  // On a terminal, show codes rather than requests; log collectors get everything.
  const quiet = process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {};
  const config = readConfig({ ...quiet, ...process.env }, root);
  await prepareDataDir(config);
  const trust = await readReleaseTrust(config);
  const keys = deriveKeys(await loadSecretKey(config));
  const { backend, hasDemo, close } = await openBackend(config);
  const app = buildApp({ config, keys, trust, ...backend });

  const stop = async () => {
    await app.close();
    await close();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await listen(app, config).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  // hasColors() respects NO_COLOR.
  const color = process.stdout.isTTY && process.stdout.hasColors();
  console.log(greeting(config, { hasDemo, color, root }));
};

start().catch((error: unknown) => {
  // Print only the message: it says what to do.
  console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
  process.exitCode = 1;
});
