import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config';
import { bearerOf, sameSecret } from '../config/secrets';
import type { Database } from '../database/connect';
import { Failure } from '../http/errors';
import { trustedPeers } from '../http/headers';
import { ENGLISH } from '../language/i18n';
import { limitStore } from '../limits/limit-store';
import { durationText, networksOf, type Limit } from '../limits/limits';
import type { Caller } from './caller';

const WRONG_TOKENS: readonly Limit[] = [{ max: 10, seconds: 600 }];

interface Options {
  operator: NonNullable<Config['operator']>;
  trustProxy: Config['trustProxy'];
  /** Absent with API_UPSTREAM: nothing counts wrong tokens then. */
  database: Database | undefined;
  /** The team that a token belongs to; undefined if it is unknown, expired or revoked. */
  findTeam: (token: string) => Promise<Caller | undefined>;
}

/** The name of some work in the path of its route: `releases/publish`. */
export const workOf = ({ routeOptions: { url = '' } }: Pick<FastifyRequest, 'routeOptions'>): string =>
  url.replaceAll(/^.*\/work\/|\/:.*$/g, '');

/**
 * Finds out who calls, by a bearer token or by the header of a trusted proxy; never by a cookie. A team's token counts
 * alone: behind the proxy of the operator, a revoked one does not turn its team into the operator.
 * @returns a function that throws a Failure: 401, or 429 after too many wrong tokens from this network
 */
export const createIdentify = ({ operator: { token, header }, trustProxy, database, findTeam }: Options) => {
  const isProxy = trustedPeers(trustProxy);

  /** Looks at the limit before the answer counts, and under its lock: guesses in parallel cannot outrun it. */
  const isOperators = async (given: string, secret: string, request: FastifyRequest) => {
    const isRight = sameSecret(given, secret);
    const key = `operator/${networksOf(request.ip).at(-1)?.name}`;
    const seconds = await database?.transaction().execute((transaction) => {
      const limits = limitStore(transaction);
      return isRight ? limits.wait(key, WRONG_TOKENS) : limits.take(key, WRONG_TOKENS);
    });
    if (!seconds) return isRight;
    const time = durationText(seconds, ENGLISH);
    throw new Failure(429, `Too many wrong tokens from your network. Try again in ${time}.`, seconds).audited(
      { event: 'operator', outcome: 'limited', work: workOf(request) },
    );
  };

  const find = async (request: FastifyRequest, given: string | undefined): Promise<Caller | undefined> => {
    if (given?.startsWith('pt_')) return findTeam(given);
    const name = header !== undefined && isProxy(request.raw) && request.headers[header];
    if (name) return { who: String(name), operator: true };
    if (given === undefined || token === undefined) return undefined;
    return (await isOperators(given, token, request)) ? { who: 'operator', operator: true } : undefined;
  };

  return async (request: FastifyRequest): Promise<Caller> => {
    const given = bearerOf(request);
    const caller = await find(request, given);
    if (caller) return caller;
    if (given === undefined)
      throw new Failure(401, 'Send OPERATOR_TOKEN, or the token of a team, as "Authorization: Bearer …".');
    const wrong = 'The token is wrong, has expired, or was revoked. Ask the operator for a new one.';
    throw new Failure(401, wrong).audited({ event: 'operator', outcome: 'refused', work: workOf(request) });
  };
};
