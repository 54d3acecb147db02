import type { FastifyRequest } from 'fastify';
import type { Failure } from '../../platform/http/errors';

/** A refusal in the audit log, with the work that the route names: `releases/publish`. */
export const refused = ({ routeOptions }: FastifyRequest, failure: Failure, who?: string) => {
  const work = routeOptions.url?.replaceAll(/^\/(work\/|actions\/)?/g, '') ?? '';
  return failure.audited({ event: 'operator', outcome: 'refused', work, ...(who !== undefined && { who }) });
};
