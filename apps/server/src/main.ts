import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { version } from '../package.json';
import { prepareAuditLog } from './audit/audit';
import { commandListener } from './commands/command-listener';
import { readConfig, type Config } from './config/config';
import { prepareDataDir } from './config/data-dir';
import { loadKeys } from './config/keys';
import { readRemoteChoices } from './config/remote-choices';
import { readStatusTexts } from './config/status-texts';
import { openDatabase } from './database/connect';
import { loadDemo } from './demo/demo';
import { readErp } from './erp/erp';
import { listen } from './http/connections';
import { logging } from './http/logging';
import type { App } from './http/validation';
import { isWatched } from './messages/terminal';
import { readReleaseTrust } from './releases/releases';
import { buildApp } from './start/app';
import { greeting, warningsOf } from './start/greeting';
import { stopOnSignals } from './start/stop';
import { waitForDatabase } from './start/wait-for-database';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What keeps the portal from serving customers, as `/readyz` says it. */
const problemOf = async (app: App): Promise<string | undefined> => {
  const response = await app.inject('/readyz');
  return response.statusCode === 200 ? undefined : response.json<{ message: string }>().message;
};

/** Opens the backend that the configuration names: an upstream, PostgreSQL, or the embedded database with its demo. */
const openBackend = async (config: Config, log: FastifyBaseLogger) => {
  if (config.apiUpstream)
    return {
      backend: { upstream: config.apiUpstream },
      hasDemo: false,
      newerSchema: undefined,
      serve: undefined,
      close: async () => {},
    };
  const open = () => openDatabase(config);
  // Only this process can open the embedded database: waiting would change nothing.
  const { database, pool, ...opened } = await (config.databaseUrl ? waitForDatabase(log, open) : open());
  const hasDemo = !config.databaseUrl && !config.acumatica && (await loadDemo(database, new Date()));
  return { backend: { database, pool }, hasDemo, ...opened };
};

const start = async () => {
  // On a terminal, show codes rather than requests; log collectors get everything.
  const quiet = process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {};
  const config = readConfig({ ...quiet, ...process.env }, root);
  await prepareDataDir(config);
  prepareAuditLog(config);
  // The app, which has a log of its own, is built on an open database.
  const { log } = Fastify(logging(config.logLevel));
  log.info({ version, node: process.version }, `portal ${version}`);
  const tracing = config.isTraced ? (await import('./metrics/tracing')).startTracing() : undefined;
  const trust = await readReleaseTrust(config);
  const statusTexts = await readStatusTexts(config);
  const choices = await readRemoteChoices(config);
  const openConnector = await readErp(config);
  const keys = await loadKeys(config);
  const { backend, hasDemo, newerSchema, serve, close } = await openBackend(config, log);
  const draining = new AbortController();
  const app = buildApp({
    config,
    keys,
    trust,
    statusTexts,
    choices,
    openConnector,
    tracing,
    draining: draining.signal,
    ...backend,
  });
  if (backend.database) serve?.(commandListener(backend.database, app.audit));
  if (newerSchema !== undefined) app.log.warn(newerSchema);

  const stop = async () => {
    await app.close();
    await close();
  };
  stopOnSignals({ drain: () => draining.abort(), delaySeconds: config.shutdownDelay, stop });
  try {
    if (app.operations && config.operations)
      await listen(app.operations, { ...config.operations, prefix: 'OPERATIONS_' });
    await listen(app, config);
  } catch (error) {
    await stop();
    throw error;
  }
  const problem = await problemOf(app);
  // hasColors() respects NO_COLOR.
  const color = process.stdout.isTTY && process.stdout.hasColors();
  if (isWatched(config)) console.log(greeting(config, { hasDemo, color, root, problem }));
  else for (const warning of warningsOf(config, problem)) app.log.warn(warning);
};

start().catch((error: unknown) => {
  // Print only the message: it says what to do.
  console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
  // A PGlite that could not start keeps the process alive.
  process.exit(1);
});
