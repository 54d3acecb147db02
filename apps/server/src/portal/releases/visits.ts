import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config';
import { cookieIn, createPortalCookies } from '../../platform/http/cookies';
import { randomText, type Key } from '../../platform/crypto/secrets';
import { parsePreviews, previewText, type PreviewRequest } from './previews';

const visitorCookie = 'portal_visitor';
const previewCookie = 'portal_preview';

const VISITOR_BYTES = 16;
const VISITOR = /^[\w-]{22}$/;
const oneYearSeconds = 365 * 24 * 60 * 60;

/** The facts about a visitor that decide which versions they get. */
export interface Visit {
  /** The random id of the browser; undefined before its first page. */
  visitor: string | undefined;
  previews: readonly PreviewRequest[];
  /** The names of remotes that this visitor does not have; none by default. */
  absent?: readonly string[];
}

/** A visitor without cookies. */
export const ANYBODY: Visit = { visitor: undefined, previews: [] };

/**
 * The two cookies that decide between versions: a random id that keeps canaries sticky, and the previews.
 * @param key signs the grants of previews
 */
export const createVisits = (config: Pick<Config, 'publicUrl' | 'basePath' | 'isEmbedded'>, key: Key) => {
  const portalCookies = createPortalCookies(config);
  const hidden = { httpOnly: true };

  const visitOf = ({ headers: { cookie } }: FastifyRequest): Visit => ({
    visitor: cookieIn(cookie, visitorCookie, (value) => VISITOR.test(value)),
    previews: parsePreviews(cookieIn(cookie, previewCookie) ?? '', key, new Date()),
  });

  return {
    visitOf,

    /** The visit of a browser that opens the portal; sets an id if there is none. */
    welcome: (request: FastifyRequest, reply: FastifyReply): Visit => {
      const visit = visitOf(request);
      if (visit.visitor !== undefined) return visit;
      const visitor = randomText(VISITOR_BYTES, 'base64url');
      portalCookies.set(reply, visitorCookie, visitor, { ...hidden, maxAge: oneYearSeconds });
      return { ...visit, visitor };
    },

    /** Stores the value of `?preview=…`, replacing earlier previews. */
    preview: (reply: FastifyReply, wanted: string): void => {
      if (parsePreviews(wanted, key, new Date()).length > 0)
        portalCookies.set(reply, previewCookie, previewText(wanted), hidden);
      else portalCookies.clear(reply, previewCookie, hidden);
    },
  };
};

export type Visits = ReturnType<typeof createVisits>;
