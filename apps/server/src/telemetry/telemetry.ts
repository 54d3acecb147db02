import { setTimeout as sleep } from 'node:timers/promises';
import { loadReportSchema, type LoadReport, type ReleaseDocument } from '@portal/contract';
import { SHELL } from '@portal/releases';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config';
import { Failure } from '../http/errors';
import { secureCalls } from '../http/headers';
import { isKnownOrigin, type KnownOrigins } from '../http/origins';
import type { App, Routes } from '../http/validation';
import { workWhileListening } from '../http/worker';
import { networksOf, type NetworkKind } from '../limits/limits';
import type { Releases } from '../releases/releases';
import type { Resolution } from '../releases/resolve';
import type { Visit, Visits } from '../releases/visits';
import { fieldFailureOf } from './field-failure';
import { outcomeOf } from './load-counts';
import { createReports } from './reports';

const WRITE_INTERVAL_MS = 2000;
/** How long `app.close()` waits for the last counts. */
const STOP_TIMEOUT_MS = 3000;

const LIMIT_SECONDS = 60;
/** An office behind one address opens many pages; each sends a few reports. */
const REPORTS_PER_MINUTE: Record<NetworkKind, number> = { ipv4: 600, 'ipv6-64': 600, 'ipv6-48': 6_000 };
const MAX_NETWORKS = 10_000;
/** Room for the longest message and the longest stack, as JSON. */
const MAX_BYTES = 16_384;

/** Rejects reports from a network that sends too many. In memory: losing the counts does no harm. */
const createReportLimit = () => {
  const counts = new LRUCache<string, { reports: number }>({ max: MAX_NETWORKS, ttl: LIMIT_SECONDS * 1000 });
  return (ip: string): void => {
    for (const { kind, name } of networksOf(ip)) {
      const count = counts.get(name) ?? { reports: 0 };
      if (count.reports === 0) counts.set(name, count);
      count.reports += 1;
      if (count.reports > REPORTS_PER_MINUTE[kind])
        throw new Failure(429, 'Too many reports. Wait a minute.', LIMIT_SECONDS).audited({
          event: 'reports',
          outcome: 'limited',
        });
    }
  };
};

const describe = ({ remote, version, event, cause, durationMs }: LoadReport) => ({
  remote,
  version,
  event,
  cause,
  ms: Math.round(durationMs),
});

interface Dependencies {
  config: KnownOrigins & Pick<Config, 'rollBackAfter'>;
  releases: Pick<Releases, 'store' | 'documents'>;
  visits: Visits;
  /** Called for each report that counts, with the release document of its remote. */
  onCounted: ((report: LoadReport, document: ReleaseDocument) => void) | undefined;
}

/** Counts how versions fare in browsers, collects how they fail, and acts when one fails too often. */
export const createTelemetry = (app: App, { config, releases, visits, onCounted }: Dependencies) => {
  const { store, documents } = releases;
  const reports = createReports({ store, log: app.log, rollBackAfter: config.rollBackAfter });
  const { writeDown } = reports;
  const onError = (err: unknown) => app.log.error({ err }, 'cannot write the counts');
  const worker = workWhileListening(app, { run: writeDown, everyMs: WRITE_INTERVAL_MS, onError });
  app.addHook('onClose', async () => {
    const written = worker.stop().then(writeDown);
    // A hanging store must not keep the process from stopping.
    await Promise.race([written, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  });

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

  /** `POST /telemetry`: how a version fared in a page. Beacons cannot carry a CSRF token. */
  const routes: Routes<object> = async (scope) => {
    secureCalls(scope);
    const limit = createReportLimit();
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/json', 'text/plain'],
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      scope.getDefaultJsonParser('error', 'error'),
    );
    scope.addHook('onRequest', async (request) => {
      if (!isKnownOrigin(request, config))
        throw new Failure(
          403,
          'Reports come from the portal’s own pages, and from those that embed it.',
        ).audited({ event: 'reports', outcome: 'foreign-site' });
      limit(request.ip);
    });

    scope.post('/telemetry', { schema: { body: loadReportSchema } }, async (request, reply) => {
      const report = request.body;
      const { released } = await documents();
      const document = released.find(({ stored: { name } }) => name === report.remote)?.stored;
      if (!document?.versions[report.version]) throw new Failure(404, 'That version is not published here.');
      const { visitor, previews } = visits.visitOf(request);
      // A preview says nothing about the versions that customers get.
      const isPreview = previews.some(({ remote }) => remote === report.remote);
      const network = networksOf(request.ip).at(-1)?.name ?? '';
      if (visitor !== undefined && !isPreview && reports.count(visitor, network, report, document)) {
        onCounted?.(report, document);
        const outcome = outcomeOf(report);
        if (outcome !== 'shown') request.log.warn(describe(report), 'a version failed in a browser');
        if (outcome === 'failed') {
          const userAgent = request.headers['user-agent'];
          const known = released.map(({ stored }) => stored);
          reports.addFailure(
            report.remote,
            fieldFailureOf(report, { userAgent, documents: known, now: new Date() }),
          );
        }
      }
      return reply.code(204).send();
    });
  };

  return { routes, countPage };
};
