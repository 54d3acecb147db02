import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config';
import { createCookie } from '../../platform/http/cookies';
import { randomText, type Key } from '../../platform/crypto/secrets';
import { parsePreviews, previewText, type PreviewRequest } from './previews';

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
  const cookie = createCookie(config);
  const visitorCookie = cookie('portal_visitor', { httpOnly: true, maxAge: oneYearSeconds }, (value) =>
    VISITOR.test(value),
  );
  const previewCookie = cookie('portal_preview', { httpOnly: true });

  const visitOf = (request: FastifyRequest): Visit => ({
    visitor: visitorCookie.read(request),
    previews: parsePreviews(previewCookie.read(request) ?? '', key, new Date()),
  });

  return {
    visitOf,

    /** The visit of a browser that opens the portal; sets an id if there is none. */
    welcome: (request: FastifyRequest, reply: FastifyReply): Visit => {
      const visit = visitOf(request);
      if (visit.visitor !== undefined) return visit;
      const visitor = randomText(VISITOR_BYTES, 'base64url');
      visitorCookie.set(reply, visitor);
      return { ...visit, visitor };
    },

    /** Stores the value of `?preview=…`, replacing earlier previews. */
    preview: (reply: FastifyReply, wanted: string): void => {
      if (parsePreviews(wanted, key, new Date()).length > 0) previewCookie.set(reply, previewText(wanted));
      else previewCookie.clear(reply);
    },
  };
};

export type Visits = ReturnType<typeof createVisits>;
