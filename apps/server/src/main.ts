import { fileURLToPath } from 'node:url';
import { buildApp } from './app';
import { openBackend } from './backend';
import { readConfig } from './config';
import { greeting } from './greeting';
import { listen } from './http/connections';
import { deriveKeys, loadSecretKey } from './keys';
import { readReleaseTrust } from './releases/releases';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const start = async () => {
  // Whoever looks at a terminal wants to see codes, not requests; whoever collects logs wants all of them.
  const quiet = process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {};
  const config = readConfig({ ...quiet, ...process.env }, root);
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
  // NO_COLOR is heeded by Node.
  const color = process.stdout.isTTY && process.stdout.hasColors();
  console.log(greeting(config, { hasDemo, color, root }));
};

start().catch((error: unknown) => {
  // The message says what to do; a stack would hide it.
  console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
  process.exitCode = 1;
});
