import { once } from 'node:events';
import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PORTAL_PORT, PORTAL_URL, SMTP_PORT } from './addresses';
import { importFile } from './customers';
import { DATA_DIR, MAIL_DIR, RUN_DIR, TAKEN_DIR, WORKSPACE } from './directories';
import { startMailServer } from './mail-server';
import { run, start } from './run';

const CLI = 'packages/cli/src/main.ts';
const SERVER = 'apps/server/src/main.ts';

const ENVIRONMENT = {
  PORT: String(PORTAL_PORT),
  PUBLIC_URL: PORTAL_URL,
  DATA_DIR,
  SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}`,
  MAIL_FROM: 'Acme <portal@example.com>',
  // Every test comes from an address of its own, as customers do.
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'warn',
};

const requireBuild = () =>
  access(join(WORKSPACE, 'apps/shell/dist/build.json')).catch((cause: unknown) => {
    throw new Error('Nothing is built yet. Run: pnpm build', { cause });
  });

const untilReady = async (url: string): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The portal did not become ready: ${url}`);
};

/** Starts the portal as an operator would, on data of its own. Returns how to stop it again. */
export default async function startPortal(): Promise<() => Promise<void>> {
  await requireBuild();
  await rm(RUN_DIR, { recursive: true, force: true });
  await mkdir(MAIL_DIR, { recursive: true });
  await mkdir(TAKEN_DIR);
  const customers = join(RUN_DIR, 'customers.json');
  await writeFile(customers, JSON.stringify(importFile));

  const mailServer = await startMailServer(SMTP_PORT, MAIL_DIR);
  await run(CLI, ['import', customers], ENVIRONMENT);
  await run(CLI, ['publish', '--all', '--promote'], ENVIRONMENT);
  const server = start(SERVER, [], ENVIRONMENT);
  const ended = once(server, 'exit');
  await Promise.race([
    untilReady(`${PORTAL_URL}/readyz`),
    ended.then(() => Promise.reject(new Error('The portal ended before it was ready.'))),
  ]);

  return async () => {
    server.kill('SIGTERM');
    const [code] = await ended;
    await new Promise<void>((resolve) => mailServer.close(() => resolve()));
    if (code !== 0) throw new Error(`The portal did not stop gracefully: exit code ${String(code)}.`);
  };
}
