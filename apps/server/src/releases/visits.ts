import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { createPortalCookies } from '../http/portal-cookies';
import { parsePreviews, previewText, type PreviewRequest } from './previews';

const visitorCookie = 'portal_visitor';
const previewCookie = 'portal_preview';

const VISITOR_BYTES = 16;
const VISITOR = /^[\w-]{22}$/;
const ONE_YEAR = 365 * 24 * 60 * 60;

/** Who asks for the portal, as far as it decides which versions they get. */
export interface Visit {
  /** The random id of the browser; undefined as long as it has none. */
  visitor: string | undefined;
  previews: readonly PreviewRequest[];
}

/** Somebody of whom nothing is known. */
export const ANYBODY: Visit = { visitor: undefined, previews: [] };

/**
 * The two cookies that decide between versions: a random id, which says nothing about the customer and keeps
 * canaries sticky, and the previews that the browser asked for, until it is closed.
 */
export const createVisits = (config: Pick<Config, 'publicUrl' | 'basePath' | 'isEmbedded'>) => {
  const portalCookies = createPortalCookies(config);
  const hidden = { httpOnly: true };

  const visitOf = ({ cookies }: FastifyRequest): Visit => {
    const visitor = cookies[visitorCookie];
    return {
      visitor: visitor !== undefined && VISITOR.test(visitor) ? visitor : undefined,
      previews: parsePreviews(cookies[previewCookie] ?? ''),
    };
  };

  return {
    visitOf,

    /** The visit of a browser that opens the portal; one without an id gets one. */
    welcome: (request: FastifyRequest, reply: FastifyReply): Visit => {
      const visit = visitOf(request);
      if (visit.visitor !== undefined) return visit;
      const visitor = randomBytes(VISITOR_BYTES).toString('base64url');
      portalCookies.set(reply, visitorCookie, visitor, { ...hidden, maxAge: ONE_YEAR });
      return { ...visit, visitor };
    },

    /** Keeps what `?preview=…` asked for in place of what was asked for before. */
    preview: (reply: FastifyReply, asked: string): void => {
      if (parsePreviews(asked).length > 0)
        portalCookies.set(reply, previewCookie, previewText(asked), hidden);
      else portalCookies.clear(reply, previewCookie, hidden);
    },
  };
};

export type Visits = ReturnType<typeof createVisits>;
