import { execFile, spawn } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runPortal } from '@portal/cli';
import * as v from 'valibot';
import { SMTP_PORT } from './addresses';
import { importFile } from './customers';
import { RUN_DIR, TEMPLATE_DIR, WORKSPACE } from './directories';
import { makeNextBuild, NEXT } from './next-builds';
import { ORDERS_WEBHOOK_TOKEN } from './orders-hook';
import { exitCode } from './run';

const SERVER = 'apps/server/dist/main.js';
/** The whole `portal`, with the commands of the server. */
const PORTAL = 'apps/server/dist/portal.js';

/** The shell and every remote. */
export const ALL_APPS = ['shell', 'login', 'orders', 'notification-preferences'] as const;
export type App = (typeof ALL_APPS)[number];

interface PortalOptions {
  port: number;
  dataDir: string;
  /** Environment variables in addition to those that every portal has. */
  environment?: Record<string, string>;
}

const environmentOf = ({ port, dataDir, environment }: PortalOptions) => ({
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  DATA_DIR: dataDir,
  // All tests have one network.
  LIMIT_CODES_IPV4: '9999/1m',
  // Lets a test report as browsers of other networks.
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'warn',
  ORDERS_WEBHOOK_TOKEN,
  SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}`,
  MAIL_FROM: 'Acme <portal@example.com>',
  ...environment,
});

/** Runs a command of the operator of a portal, which may run. @returns its standard output */
const operatorCommand = async (dataDir: string, ...args: string[]): Promise<string> => {
  const env = { ...process.env, DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, [PORTAL, ...args], { cwd: WORKSPACE, env })).stdout;
};

/** Creates a token for some remotes. */
export const createToken = async (
  dataDir: string,
  team: string,
  names: readonly string[],
): Promise<string> => {
  const created = await operatorCommand(
    dataDir,
    'token',
    'create',
    team,
    '--names',
    names.join(','),
    '--json',
  );
  return v.parse(v.object({ token: v.string() }), JSON.parse(created)).token;
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
  await operatorCommand(TEMPLATE_DIR, 'import', customers);
  await operatorCommand(TEMPLATE_DIR, 'publish', '--all', '--promote');
  for (const app of ALL_APPS)
    await operatorCommand(TEMPLATE_DIR, 'publish', await makeNextBuild(app), '--version', NEXT);
  const others = ['any-bundler-remote', 'careless', 'warranty'];
  await writeFile(TOKEN, await createToken(TEMPLATE_DIR, 'tests', [...ALL_APPS, ...others]));
};

const untilReady = async (url: string): Promise<void> => {
  const deadline = Date.now() + 180_000;
  while (Date.now() < deadline) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The portal did not become ready: ${url}`);
};

/**
 * Starts a portal on a copy of the template.
 * @returns a function that stops it, and rejects if the portal does not shut down gracefully
 */
export const startPortalProcess = async (options: PortalOptions): Promise<() => Promise<void>> => {
  const environment = environmentOf(options);
  await rm(options.dataDir, { recursive: true, force: true });
  await cp(TEMPLATE_DIR, options.dataDir, { recursive: true });
  const server = spawn(process.execPath, ['--enable-source-maps', SERVER], {
    cwd: WORKSPACE,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // Kills the server if this process dies early: its port is fixed.
  process.once('exit', () => server.kill('SIGKILL'));
  const ended = exitCode(server);
  await Promise.race([
    untilReady(`http://localhost:${options.port}/readyz`),
    ended.then(() => Promise.reject(new Error('The portal exited before it was ready.'))),
  ]);
  return async () => {
    server.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`The portal did not shut down gracefully: exit code ${String(code)}.`);
  };
};
