import { loadReportSchema, type LoadReport } from '@portal/contract';
import { Failure } from '../http/failure';
import { isKnownOrigin, type KnownOrigins } from '../http/known-origin';
import type { App } from '../http/validation';
import type { Releases } from '../releases/releases';
import type { Visits } from '../releases/visits';
import { networkOf } from '../sign-in/network';
import type { LoadReports } from './load-reports';
import { createReportLimit } from './report-limit';

const MAX_BYTES = 4096;

interface TelemetryRoutes {
  origins: KnownOrigins;
  visits: Pick<Visits, 'visitOf'>;
  documents: Releases['documents'];
  reports: Pick<LoadReports, 'count'>;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(400, 'A report is JSON.');
  }
};

const describe = ({ remote, version, event, cause, durationMs }: LoadReport) => ({
  remote,
  version,
  event,
  cause,
  ms: Math.round(durationMs),
});

/**
 * `POST /telemetry`: what became of a version in a page. A beacon carries no header of the page's own, so that a
 * CSRF token is not asked for; it changes nothing but counts.
 */
export const telemetryRoutes = (app: App, { origins, visits, documents, reports }: TelemetryRoutes): void => {
  const limit = createReportLimit();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'text/plain'],
    { parseAs: 'string', bodyLimit: MAX_BYTES },
    async (_request: unknown, body: string) => parseJson(body),
  );
  app.addHook('onRequest', async (request) => {
    if (!isKnownOrigin(request, origins))
      throw new Failure(403, 'Reports come from the portal’s own pages, and from those that embed it.');
    limit(networkOf(request.ip));
  });

  app.post('/telemetry', { schema: { body: loadReportSchema } }, async (request, reply) => {
    const report = request.body;
    const { released } = await documents();
    const document = released.find(({ document: { name } }) => name === report.remote)?.document;
    if (!document?.versions[report.version]) throw new Failure(404, 'That version is not published here.');
    const { visitor, previews } = visits.visitOf(request);
    // What a developer looks at ahead of everybody says nothing about what customers get.
    const isPreview = previews.some(({ remote }) => remote === report.remote);
    if (visitor !== undefined && !isPreview && reports.count(visitor, report, document))
      if (report.event !== 'shown') request.log.warn(describe(report), 'a version failed in a browser');
    return reply.code(204).send();
  });
};
