import { setTimeout as sleep } from 'node:timers/promises';
import { loadReportSchema, type LoadReport } from '@portal/contract';
import { SHELL } from '@portal/releases';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../platform/config/config';
import { Failure } from '../../platform/http/errors';
import { isKnownOrigin, type KnownOrigins } from '../../platform/http/origins';
import { secureCalls } from '../../platform/http/scopes';
import type { App, Routes } from '../../platform/http/validation';
import { workWhileListening } from '../../platform/jobs/worker';
import { networksOf, type NetworkKind } from '../../platform/limits/limits';
import type { Outage } from '../../platform/database/outage';
import { findRelease, type Release } from '../releases/release';
import type { Releases } from '../releases/releases';
import type { Resolution } from '../releases/resolve';
import type { Visit, Visits } from '../releases/visits';
import { fieldFailureOf } from './field-failure';
import { createReports, outcomeOf } from './reports';

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
  app: App;
  config: KnownOrigins & Pick<Config, 'devServer' | 'rollBackAfter'>;
  releases: Pick<Releases, 'context' | 'live' | 'versionOf'>;
  visits: Visits;
  outage: Outage;
  /** Called for each report that counts, with its release and outcome. */
  onCounted:
    ((report: LoadReport, release: Release, outcome: ReturnType<typeof outcomeOf>) => void) | undefined;
}

/** Counts how versions fare in browsers, collects how they fail, and acts when one fails too often. */
export const createTelemetry = ({ app, config, releases, visits, outage, onCounted }: Dependencies) => {
  const { context, live, versionOf } = releases;
  const { writeDown, ...reports } = createReports({
    context,
    log: app.log,
    rollBackAfter: config.rollBackAfter,
  });
  const onError = (err: unknown) => outage.caught(err, 'cannot write the reports of browsers');
  const worker = workWhileListening(app, { run: writeDown, everyMs: WRITE_INTERVAL_MS, onError });
  app.addHook('onClose', async () => {
    const written = worker.stop().then(writeDown).catch(onError);
    // A hanging database must not keep the process from stopping.
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
    for (const release of (await live()).releases) {
      const version = [SHELL, first].includes(release.name) ? served.get(release.name)?.version : undefined;
      if (version !== undefined) reports.countPage(visitor, version, release);
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
      const release = findRelease((await live()).releases, report.remote);
      if (!release || !(await versionOf(report.remote, report.version)))
        throw new Failure(404, 'That version is not published here.');
      const { visitor, previews } = visits.visitOf(request);
      // Neither a preview nor the dev server says anything about the versions that customers get.
      const isPreview =
        config.devServer !== undefined || previews.some(({ remote }) => remote === report.remote);
      const network = networksOf(request.ip).at(-1)?.name ?? '';
      if (visitor !== undefined && !isPreview && reports.count(visitor, network, report, release)) {
        const outcome = outcomeOf(report);
        onCounted?.(report, release, outcome);
        if (outcome !== 'shown') request.log.warn(describe(report), 'a version failed in a browser');
        if (outcome === 'failed') {
          const failure = await fieldFailureOf(report, request.headers['user-agent'], versionOf);
          reports.addFailure(failure);
        }
      }
      return reply.code(204).send();
    });
  };

  return { routes, countPage };
};
