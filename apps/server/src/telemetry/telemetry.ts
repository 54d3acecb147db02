import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config';
import type { KnownOrigins } from '../http/origins';
import type { App, Routes } from '../http/validation';
import type { Releases } from '../releases/releases';
import type { Visits } from '../releases/visits';
import { workWhileListening } from '../worker';
import { createFailureLog } from './failure-log';
import { createLoadReports } from './load-reports';
import { telemetryRoutes, type OnCounted } from './routes';

const WRITE_INTERVAL_MS = 2000;
/** How long `app.close()` waits for the last counts. */
const STOP_TIMEOUT_MS = 3000;

interface Dependencies {
  config: KnownOrigins & Pick<Config, 'rollBackAfter'>;
  releases: Pick<Releases, 'store' | 'documents'>;
  visits: Visits;
  onCounted: OnCounted | undefined;
}

/** Counts how versions fare in browsers, collects how they fail, and acts when one fails too often. */
export const createTelemetry = (app: App, { config, releases, visits, onCounted }: Dependencies) => {
  const reports = createLoadReports({
    store: releases.store,
    log: app.log,
    rollBackAfter: config.rollBackAfter,
  });
  const failures = createFailureLog({ store: releases.store, log: app.log });
  const writeDown = async () => void (await Promise.all([reports.writeDown(), failures.writeDown()]));
  const onError = (err: unknown) => app.log.error({ err }, 'cannot write the counts');
  const worker = workWhileListening(app, { run: writeDown, everyMs: WRITE_INTERVAL_MS, onError });
  app.addHook('onClose', async () => {
    const written = worker.stop().then(writeDown);
    // A hanging store must not keep the process from stopping.
    await Promise.race([written, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  });

  const routes: Routes<object> = async (scope) => {
    const { documents } = releases;
    scope.register(telemetryRoutes, {
      origins: config,
      visits,
      documents,
      reports,
      failures,
      onCounted,
    });
  };
  return { routes };
};
