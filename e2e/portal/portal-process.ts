import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SMTP_PORT } from './addresses';
import { importFile } from './customers';
import { RUN_DIR } from './directories';
import { exitCode, output, run, start } from './run';

const CLI = 'packages/cli/src/main.ts';
const SERVER = 'apps/server/src/main.ts';

/** The shell and every remote. */
export const ALL_APPS = ['shell', 'login', 'orders', 'notification-preferences'] as const;
export type App = (typeof ALL_APPS)[number];

interface PortalOptions {
  port: number;
  dataDir: string;
  /** What is published and live; the rest does not exist for this portal. */
  apps: readonly App[];
  /** Instead of the suite's customers and mail server: what `pnpm start` brings on an empty machine. */
  demo?: boolean;
  /** What this portal is told beside that. */
  environment?: Record<string, string>;
}

const MAIL = { SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}`, MAIL_FROM: 'Acme <portal@example.com>' };

const environmentOf = ({ port, dataDir, demo, environment }: PortalOptions) => ({
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  DATA_DIR: dataDir,
  // Every test comes from an address of its own, as customers do.
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'warn',
  ...(!demo && MAIL),
  ...environment,
});

/**
 * Runs a command of the CLI on the releases of a portal.
 * @returns what it printed
 */
export const portalCommand = (dataDir: string, ...args: string[]): Promise<string> =>
  output(CLI, args, { DATA_DIR: dataDir });

const importCustomers = async (port: number, environment: Record<string, string>): Promise<void> => {
  const file = join(RUN_DIR, `customers-${port}.json`);
  await writeFile(file, JSON.stringify(importFile));
  await run(CLI, ['import', file], environment);
};

const untilReady = async (url: string): Promise<void> => {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The portal did not become ready: ${url}`);
};

/**
 * Starts a portal as an operator would, on data of its own: imports customers, publishes, serves.
 * @returns how to stop it again; that fails when the portal does not end gracefully
 */
export const startPortalProcess = async (options: PortalOptions): Promise<() => Promise<void>> => {
  const environment = environmentOf(options);
  if (!options.demo) await importCustomers(options.port, environment);
  for (const app of options.apps) await run(CLI, ['publish', app, '--promote'], environment);

  const server = start(SERVER, [], environment);
  const ended = exitCode(server);
  await Promise.race([
    untilReady(`http://localhost:${options.port}/readyz`),
    ended.then(() => Promise.reject(new Error('The portal ended before it was ready.'))),
  ]);
  return async () => {
    server.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`The portal did not stop gracefully: exit code ${String(code)}.`);
  };
};
