import { ReleaseError } from '@portal/releases';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Failure } from '../http/errors';

/** What the caller is told about an error of the work. */
export const failureOf = (error: unknown): unknown => {
  if (error instanceof ReleaseError && error.kind === 'refused') return new Failure(409, error.message);
  if (!v.isValiError(error)) return error;
  return new Failure(400, error.issues.map((fault) => `${v.getDotPath(fault)}: ${fault.message}`).join('. '));
};

/** A refusal in the audit log, with the work that the route names: `releases/publish`. */
export const refused = ({ routeOptions }: FastifyRequest, failure: Failure, who?: string) => {
  const work = routeOptions.url?.replaceAll(/^\/(-\/operator\/)?(work\/|actions\/)?|\/:.*$/g, '') ?? '';
  return failure.audited({ event: 'operator', outcome: 'refused', work, ...(who !== undefined && { who }) });
};
