import { loadReportSchema, type LoadReport, type ReleaseDocument } from '@portal/contract';
import { LRUCache } from 'lru-cache';
import { Failure } from '../http/errors';
import { isKnownOrigin, type KnownOrigins } from '../http/origins';
import { secureCalls } from '../http/headers';
import type { Routes } from '../http/validation';
import { networksOf, type NetworkKind } from '../limits/limits';
import type { Releases } from '../releases/releases';
import type { Visits } from '../releases/visits';
import { fieldFailureOf } from './field-failure';
import { outcomeOf } from './load-counts';
import type { Reports } from './reports';

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

/** Called for each report that counts, with the release document of its remote. */
export type OnCounted = (report: LoadReport, document: ReleaseDocument) => void;

interface TelemetryRoutes {
  origins: KnownOrigins;
  visits: Pick<Visits, 'visitOf'>;
  documents: Releases['documents'];
  reports: Pick<Reports, 'count' | 'addFailure'>;
  onCounted?: OnCounted | undefined;
}

const describe = ({ remote, version, event, cause, durationMs }: LoadReport) => ({
  remote,
  version,
  event,
  cause,
  ms: Math.round(durationMs),
});

/** `POST /telemetry`: how a version fared in a page. Beacons cannot carry a CSRF token. */
export const telemetryRoutes: Routes<TelemetryRoutes> = async (
  app,
  { origins, visits, documents, reports, onCounted },
) => {
  secureCalls(app);
  const limit = createReportLimit();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'string', bodyLimit: MAX_BYTES },
    app.getDefaultJsonParser('error', 'error'),
  );
  app.addHook('onRequest', async (request) => {
    if (!isKnownOrigin(request, origins))
      throw new Failure(
        403,
        'Reports come from the portal’s own pages, and from those that embed it.',
      ).audited({ event: 'reports', outcome: 'foreign-site' });
    limit(request.ip);
  });

  app.post('/telemetry', { schema: { body: loadReportSchema } }, async (request, reply) => {
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
