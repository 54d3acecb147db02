import { setTimeout as sleep } from 'node:timers/promises';
import { secureCalls } from '../http/calls';
import type { KnownOrigins } from '../http/known-origin';
import type { App } from '../http/validation';
import type { Releases } from '../releases/releases';
import type { Visits } from '../releases/visits';
import { startWorker } from '../worker';
import { createLoadReports } from './load-reports';
import { telemetryRoutes } from './routes';

/** How often counts are written down, and how long a stop waits for the last ones; in milliseconds. */
const WRITE_EVERY = 2000;
const STOP_WITHIN = 3000;

interface Dependencies {
  config: KnownOrigins;
  releases: Pick<Releases, 'store' | 'documents'>;
  visits: Visits;
}

/** How versions fare in browsers: what they report is counted, and a canary that does too badly is stopped. */
export const createTelemetry = (app: App, { config, releases, visits }: Dependencies) => {
  const reports = createLoadReports({ store: releases.store, log: app.log });
  const onError = (err: unknown) => app.log.error({ err }, 'counts could not be written down');
  const workers: ReturnType<typeof startWorker>[] = [];

  app.addHook('onListen', async () => {
    workers.push(startWorker({ run: reports.writeDown, everyMs: WRITE_EVERY, onError }));
  });
  app.addHook('onClose', async () => {
    const written = Promise.all(workers.map((worker) => worker.stop())).then(reports.writeDown);
    // A store that hangs keeps nobody from stopping.
    await Promise.race([written, sleep(STOP_WITHIN, undefined, { ref: false })]);
  });

  return {
    answer: (calls: App) => {
      secureCalls(calls);
      telemetryRoutes(calls, {
        origins: config,
        visits,
        documents: releases.documents,
        reports,
      });
    },
  };
};
