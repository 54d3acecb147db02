import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config';
import type { Keys } from '../../platform/crypto/keys';
import { hashToken, newToken, sameSecret } from '../../platform/crypto/secrets';
import { transact, type Database } from '../../platform/database/connect';
import { cookieIn } from '../../platform/http/cookies';
import { Failure } from '../../platform/http/errors';
import { limitStore } from '../../platform/limits/limit-store';
import { networksOf } from '../../platform/limits/limits';

const COOKIE = 'operator_session';
const SESSION_SECONDS = 12 * 3600;

/** Somebody who uses the pages. */
export interface Session {
  who: string;
  /** What the CSRF tokens of their pages belong to. */
  id: string;
  /** Whether a proxy signed them in, so that only it can sign them out. */
  isNamed: boolean;
}

/** A refusal in the audit log, with the work that the route names: `releases/publish`. */
export const refused = ({ routeOptions }: FastifyRequest, failure: Failure, who?: string) => {
  const work = routeOptions.url?.replaceAll(/^\/(work\/|actions\/)?/g, '') ?? '';
  return failure.audited({ event: 'operator', outcome: 'refused', work, ...(who !== undefined && { who }) });
};

export interface AccessOptions {
  config: Config;
  keys: Keys;
  database: Database;
}

/** Who the operator is: by OPERATOR_TOKEN, by a session that began with it, or by the header of a proxy. */
export const operatorAccess = ({
  config: { operatorToken: token = '', operatorHeader: header = '' },
  keys: { operator: key },
  database,
}: AccessOptions) => {
  /** Under the lock of the limit, guesses in parallel cannot outrun it. */
  const hasToken = async (request: FastifyRequest, given: string): Promise<boolean> => {
    const isRight = token !== '' && sameSecret(given, token);
    const counted = `operator/${networksOf(request.ip).at(-1)?.name}`;
    const seconds = await transact(database, (transaction) => {
      const { wait, take } = limitStore(transaction);
      return (isRight ? wait : take)(counted, [{ max: 10, seconds: 600 }]);
    });
    if (!seconds) return isRight;
    throw refused(request, new Failure(429, `Too many wrong tokens: wait ${seconds} seconds.`, seconds));
  };

  /** Another OPERATOR_TOKEN ends all sessions. */
  const signed = (id: string, expires: string) => `session/${hashToken(token)}/${id}/${expires}`;

  const setCookie = (reply: FastifyReply, value: string, seconds: number) => {
    const secure = reply.request.protocol === 'https' ? '; Secure' : '';
    const attributes = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`;
    reply.header('set-cookie', `${COOKIE}=${value}; ${attributes}`);
  };

  const cookieSession = (request: FastifyRequest): Session | undefined => {
    const [id = '', expires = '', signature = ''] = (cookieIn(request.headers.cookie, COOKIE) ?? '').split(
      '.',
    );
    const isValid =
      token !== '' && key.verify(signed(id, expires), signature) && Number(expires) > Date.now();
    return isValid ? { who: 'operator', id, isNamed: false } : undefined;
  };

  return {
    hasToken,

    /** The session of a request. A proxy's header counts first. */
    sessionOf: (request: FastifyRequest): Session | undefined => {
      const who = request.headers[header];
      // Fastify lists more than the peer if that is a trusted proxy.
      const isNamed = who !== undefined && (request.ips?.length ?? 0) > 1;
      return isNamed ? { who: String(who), id: `named/${String(who)}`, isNamed } : cookieSession(request);
    },

    signIn: (reply: FastifyReply) => {
      const [id, expires] = [newToken(), String(Date.now() + SESSION_SECONDS * 1000)];
      setCookie(reply, `${id}.${expires}.${key.sign(signed(id, expires))}`, SESSION_SECONDS);
    },
    signOut: (reply: FastifyReply) => setCookie(reply, '', 0),

    /** The token in each form of a session's pages. */
    csrfToken: ({ id }: Session): string => key.sign(`csrf/${id}`),
    isCsrfToken: ({ id }: Session, given: string): boolean => key.verify(`csrf/${id}`, given),
  };
};

export type OperatorAccess = ReturnType<typeof operatorAccess>;
