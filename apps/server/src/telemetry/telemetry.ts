import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config';
import type { KnownOrigins } from '../http/origins';
import type { App } from '../http/validation';
import type { Releases } from '../releases/releases';
import type { Resolution } from '../releases/resolve';
import type { Visit, Visits } from '../releases/visits';
import { workWhileListening } from '../http/worker';
import { SHELL } from '@portal/releases';
import { createReports } from './reports';
import type { OnCounted } from './routes';

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
  const reports = createReports({
    store: releases.store,
    log: app.log,
    rollBackAfter: config.rollBackAfter,
  });
  const { writeDown } = reports;
  const onError = (err: unknown) => app.log.error({ err }, 'cannot write the counts');
  const worker = workWhileListening(app, { run: writeDown, everyMs: WRITE_INTERVAL_MS, onError });
  app.addHook('onClose', async () => {
    const written = worker.stop().then(writeDown);
    // A hanging store must not keep the process from stopping.
    await Promise.race([written, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  });

  const { documents } = releases;

  /** Counts a page for the versions that run in it first: of the shell, and of one remote. */
  const countPage = async (
    { visitor, previews }: Visit,
    { served }: Resolution,
    first: string | undefined,
  ): Promise<void> => {
    // A preview says nothing about the versions that customers get.
    if (visitor === undefined || previews.length > 0) return;
    for (const { stored } of (await documents()).released) {
      const version = [SHELL, first].includes(stored.name) ? served.get(stored.name)?.version : undefined;
      if (version !== undefined) reports.countPage(visitor, version, stored);
    }
  };

  return { origins: config, visits, documents, reports, onCounted, countPage };
};
