import Fastify, { type FastifyBaseLogger } from 'fastify';
import { version } from '../package.json';
import { prepareAuditLog } from './platform/audit/audit';
import { commandApp } from './operations/commands/command-app';
import { ConfigError, type Config } from './platform/config/config';
import { readConfig, WORKSPACE } from './variables';
import { prepareDataDir } from './operations/data-dir';
import { loadKeys } from './platform/crypto/keys';
import { readRemoteChoices } from './platform/config/remote-choices';
import { readStatusTexts } from './portal/page/status-texts';
import { openDatabase } from './platform/database/connect';
import { joinReplicas } from './platform/jobs/replicas';
import { loadDemo } from './orders/demo/demo';
import { startTracing } from './operations/parts';
import { openOrderSources } from './parts';
import { listen } from './platform/http/connections';
import { logging } from './platform/http/logging';
import type { App } from './platform/http/validation';
import { sendingProblem } from './messages/drivers';
import { isWatched } from './messages/terminal';
import { buildApp } from './app';
import { greeting, warningsOf } from './start/greeting';
import { stopOnSignals } from './start/stop';
import { waitForDatabase } from './start/wait-for-database';

/** What keeps the portal from serving customers, as `/readyz` says it. */
const problemOf = async (app: App): Promise<string | undefined> => {
  const response = await app.inject('/readyz');
  return response.statusCode === 200 ? undefined : response.json<{ message: string }>().message;
};

/** Opens the database, with the demo if nothing else is configured. */
const open = async (config: Config, hasSource: boolean, log: FastifyBaseLogger) => {
  // Only this process can open the embedded database: waiting would change nothing.
  const opening = () => openDatabase(config);
  const opened = await (config.databaseUrl ? waitForDatabase(log, opening) : opening());
  const isDemo = !config.databaseUrl && !hasSource && !config.apiUpstream;
  return { ...opened, hasDemo: isDemo && (await loadDemo(opened.database, new Date())) };
};

const start = async () => {
  // On a terminal, show codes rather than requests; log collectors get everything.
  const quiet = process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {};
  const config = readConfig({ ...quiet, ...process.env }, WORKSPACE);
  const unsent = sendingProblem(config);
  if (unsent !== undefined) throw new ConfigError([unsent]);
  await prepareDataDir(config);
  prepareAuditLog(config);
  // The app, which has a log of its own, is built on an open database.
  const { log } = Fastify(logging(config.logLevel));
  log.info({ version, node: process.version }, `portal ${version}`);
  const tracing = await startTracing(config);
  const statusTexts = await readStatusTexts(config);
  const choices = await readRemoteChoices(config);
  const orderSources = await openOrderSources(config);
  const keys = await loadKeys(config);
  const { database, pool, hasDemo, newerSchema, serve, close } = await open(
    config,
    orderSources.length > 0,
    log,
  );
  // The embedded database has one server.
  const replica = pool && joinReplicas({ database, config, keys, log });
  const draining = new AbortController();
  const app = buildApp({
    config,
    keys,
    statusTexts,
    choices,
    orderSources,
    tracing,
    draining: draining.signal,
    problem: replica?.problem,
    database,
    pool,
  });
  const commands = commandApp({ config, database, choices, audit: app.audit });
  await commands.ready();
  serve((request, response) => commands.routing(request, response));
  if (newerSchema !== undefined) app.log.warn(newerSchema);

  const stop = async () => {
    await app.close();
    await replica?.leave();
    await close();
  };
  stopOnSignals({ drain: () => draining.abort(), delaySeconds: config.shutdownDelay, stop });
  try {
    if (app.operations && config.operations)
      await listen(app.operations, { ...config.operations, prefix: 'OPERATIONS_' });
    // nginx, which does not probe, would send it customers.
    await replica?.joined;
    await listen(app, config);
  } catch (error) {
    await stop();
    throw error;
  }
  const problem = await problemOf(app);
  // hasColors() respects NO_COLOR.
  const color = process.stdout.isTTY && process.stdout.hasColors();
  if (isWatched(config)) console.log(greeting(config, { hasDemo, color, root: WORKSPACE, problem }));
  else for (const warning of warningsOf(config, problem)) app.log.warn(warning);
};

start().catch((error: unknown) => {
  // Print only the message: it says what to do.
  console.error(error instanceof Error ? `${error.name}: ${error.message}` : error);
  // A PGlite that could not start keeps the process alive.
  process.exit(1);
});
