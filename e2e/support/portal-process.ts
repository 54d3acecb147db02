import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runPortal } from '@portal/cli';
import { SMTP_PORT } from './addresses';
import { importFile } from './customers';
import { RUN_DIR, TEMPLATE_DIR, WORKSPACE } from './directories';
import { makeNextBuild, NEXT } from './next-builds';
import { ORDERS_WEBHOOK_TOKEN } from './orders-hook';
import { createToken, operatorCommand, startServer } from './server';

/** The shell and every remote. */
export const ALL_APPS = ['shell', 'login', 'orders', 'notification-preferences'] as const;
export type App = (typeof ALL_APPS)[number];

interface PortalOptions {
  port: number;
  dataDir: string;
  /** Environment variables in addition to those that every portal has. */
  environment?: Record<string, string>;
}

/** What every portal of a run has. */
const ENVIRONMENT = {
  // All tests have one network.
  LIMIT_CODES_IPV4: '9999/1m',
  ORDERS_WEBHOOK_TOKEN,
  SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}`,
  MAIL_FROM: 'Acme <portal@example.com>',
};

/** The file with the token that every portal of a run knows. */
const TOKEN = join(RUN_DIR, 'token');

/** The variables of a team of a portal. */
export interface Team {
  PORTAL_URL: string;
  PORTAL_TOKEN: string;
}

/** The team that may release every remote of the tests. */
export const teamOf = async (portalUrl: string): Promise<Team> => ({
  PORTAL_URL: portalUrl,
  PORTAL_TOKEN: await readFile(TOKEN, 'utf8'),
});

/**
 * Runs a command of a team, in this process: a process of its own would spend a second on its start.
 * @returns its standard output
 * @throws with its output if the exit code is not 0
 */
export const commandOf = async (team: Team, ...args: string[]): Promise<string> => {
  const written = { stdout: '', stderr: '' };
  const code = await runPortal(args, {
    stdout: { write: (text: string) => (written.stdout += text) },
    stderr: { write: (text: string) => (written.stderr += text) },
    env: { ...process.env, ...team },
    cwd: WORKSPACE,
  });
  if (code !== 0)
    throw new Error(`portal ${args.join(' ')} exited with code ${code}.\n${written.stdout}${written.stderr}`);
  return written.stdout;
};

/** Runs a command of the team that may release every remote of the tests. */
export const portalCommand = async (portalUrl: string, ...args: string[]): Promise<string> =>
  commandOf(await teamOf(portalUrl), ...args);

/** Imports customers and publishes every app and its next build, once for all portals of a run. */
export const prepareTemplate = async (): Promise<void> => {
  const customers = join(RUN_DIR, 'customers.json');
  await writeFile(customers, JSON.stringify(importFile));
  await operatorCommand(TEMPLATE_DIR, ['import', customers]);
  await operatorCommand(TEMPLATE_DIR, ['publish', '--all', '--promote']);
  for (const app of ALL_APPS)
    await operatorCommand(TEMPLATE_DIR, ['publish', await makeNextBuild(app), '--version', NEXT]);
  const others = ['any-bundler-remote', 'careless', 'warranty'];
  await writeFile(TOKEN, await createToken(TEMPLATE_DIR, 'tests', [...ALL_APPS, ...others]));
};

/**
 * Starts a portal on a copy of the template.
 * @returns a function that stops it, and rejects if the portal does not shut down gracefully
 */
export const startPortalProcess = async ({ port, dataDir, environment }: PortalOptions) => {
  await rm(dataDir, { recursive: true, force: true });
  await cp(TEMPLATE_DIR, dataDir, { recursive: true });
  const { stop } = await startServer({ port, dataDir, environment: { ...ENVIRONMENT, ...environment } });
  return stop;
};
