import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Portal } from '../../platform/crypto/keys';
import { hashToken, newToken, sameSecret } from '../../platform/crypto/secrets';
import { transact } from '../../platform/database/connect';
import { operatorRoles, type OperatorRole } from '../../platform/database/schema';
import { cookieIn } from '../../platform/http/cookies';
import { Failure } from '../../platform/http/errors';
import { limitStore } from '../../platform/limits/limit-store';
import { networksOf } from '../../platform/limits/limits';
import { teamTokenStore } from '../../portal/releases/team-token-store';
import type { Notice } from './page-frame';

const COOKIE = 'operator_session';
const SESSION_SECONDS = 12 * 3600;

/** What the next page says. */
const OUTCOME_COOKIE = 'operator_outcome';
const OUTCOME_SECONDS = 60;

/** Somebody with a token. */
export interface Holder {
  who: string;
  role: OperatorRole;
  /** The id of their token; `operator`: OPERATOR_TOKEN. */
  token: string;
}

/** Somebody who uses the pages. */
export interface Session {
  who: string;
  role: OperatorRole;
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

/**
 * Who the operator is, and their role: by OPERATOR_TOKEN or a token of their own, by a session that began with one, or by
 * the headers of a proxy.
 */
export const operatorAccess = ({ config, keys: { operator: key }, database }: Portal) => {
  const { operatorToken: main = '', operatorHeader = '', operatorRoleHeader } = config;
  const tokens = teamTokenStore(database);

  const holderOf = async (given: string): Promise<Holder | undefined> => {
    if (main !== '' && sameSecret(given, main)) return { who: 'operator', role: 'all', token: 'operator' };
    return tokens.findOperator('token_hash', hashToken(given));
  };

  /** Under the lock of the limit, guesses in parallel cannot outrun it. */
  const identify = async (request: FastifyRequest, given: string): Promise<Holder | undefined> => {
    const holder = await holderOf(given);
    const counted = `operator/${networksOf(request.ip).at(-1)?.name}`;
    const seconds = await transact(database, (transaction) => {
      const { wait, take } = limitStore(transaction);
      return (holder ? wait : take)(counted, [{ max: 10, seconds: 600 }]);
    });
    if (!seconds) return holder;
    throw refused(request, new Failure(429, `Too many wrong tokens: wait ${seconds} seconds.`, seconds));
  };

  /** Another OPERATOR_TOKEN ends all its sessions. */
  const signed = (token: string, id: string, expires: string) =>
    `session/${token === 'operator' ? hashToken(main) : token}/${id}/${expires}`;

  const setCookie = (reply: FastifyReply, pair: string, seconds: number) => {
    const secure = reply.request.protocol === 'https' ? '; Secure' : '';
    reply.header('set-cookie', `${pair}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`);
  };

  const cookieSession = async ({ headers }: FastifyRequest): Promise<Session | undefined> => {
    const [token = '', id = '', expires = '', signature = ''] = (
      cookieIn(headers.cookie, COOKIE) ?? ''
    ).split('.');
    if (!key.verify(signed(token, id, expires), signature) || Number(expires) < Date.now()) return undefined;
    if (token === 'operator')
      return main === '' ? undefined : { who: 'operator', role: 'all', id, isNamed: false };
    const holder = await tokens.findOperator('id', token);
    return holder && { who: holder.who, role: holder.role, id, isNamed: false };
  };

  /** A proxy that names no role, or none of these, gives the least. */
  const namedRole = (headers: FastifyRequest['headers']): OperatorRole =>
    operatorRoleHeader === undefined
      ? 'all'
      : (operatorRoles.find((role) => role === headers[operatorRoleHeader]) ?? 'read');

  return {
    identify,

    /** The session of a request. A proxy's header counts first. */
    sessionOf: async (request: FastifyRequest): Promise<Session | undefined> => {
      const { headers } = request;
      const who = headers[operatorHeader];
      // Fastify lists more than the peer if that is a trusted proxy.
      const isNamed = who !== undefined && (request.ips?.length ?? 0) > 1;
      if (!isNamed) return cookieSession(request);
      return { who: String(who), role: namedRole(headers), id: `named/${String(who)}`, isNamed };
    },

    signIn: (reply: FastifyReply, { token }: Holder) => {
      const [id, expires] = [newToken(), String(Date.now() + SESSION_SECONDS * 1000)];
      const signature = key.sign(signed(token, id, expires));
      setCookie(reply, `${COOKIE}=${token}.${id}.${expires}.${signature}`, SESSION_SECONDS);
    },
    signOut: (reply: FastifyReply) => setCookie(reply, `${COOKIE}=`, 0),

    /** Keeps what an action did for the next page: encrypted, because it may name a customer. */
    keepOutcome: (reply: FastifyReply, { id }: Session, text: string) => {
      const sealed = key.seal(text, `outcome/${id}`);
      setCookie(reply, `${OUTCOME_COOKIE}=${encodeURIComponent(sealed)}`, OUTCOME_SECONDS);
    },
    takeOutcome: (request: FastifyRequest, reply: FastifyReply, { id }: Session): Notice | undefined => {
      const sealed = cookieIn(request.headers.cookie, OUTCOME_COOKIE);
      if (sealed === undefined) return undefined;
      setCookie(reply, `${OUTCOME_COOKIE}=`, 0);
      const text = key.unseal(sealed, `outcome/${id}`);
      return text === undefined ? undefined : { text };
    },

    /** The token in each form of a session's pages. */
    csrfToken: ({ id }: Session): string => key.sign(`csrf/${id}`),
    isCsrfToken: ({ id }: Session, given: string): boolean => key.verify(`csrf/${id}`, given),
  };
};

export type OperatorAccess = ReturnType<typeof operatorAccess>;
