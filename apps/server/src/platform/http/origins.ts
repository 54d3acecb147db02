import type { FastifyRequest } from 'fastify';
import cors from '@fastify/cors';
import type { Config } from '../config/config';
import { Failure } from './errors';
import type { App } from './validation';

/** The origins of the portal and of the sites that embed it. */
export type KnownOrigins = Pick<Config, 'publicUrl' | 'embedOrigins'>;

/**
 * Whether a page of the portal, or one that embeds it, sent the request. Browsers omit Sec-Fetch-Site on plain HTTP. A
 * client that sends neither header is not a browser, so it cannot abuse a customer's cookies.
 */
export const isKnownOrigin = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  { publicUrl, embedOrigins }: KnownOrigins,
): boolean => {
  const { origin } = headers;
  if (origin !== undefined && embedOrigins.includes(origin)) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined || origin === publicUrl.origin;
};

/** A page of another site sent the request, or the portal was opened at another address than PUBLIC_URL. */
export const foreignSite = () =>
  new Failure(403, (i18n) =>
    i18n.t('This request came from another site. Open the portal and try again.'),
  ).audited({ event: 'csrf', outcome: 'foreign-site' });

/** How long browsers may cache a preflight; Chromium's maximum. */
const PREFLIGHT_SECONDS = 7200;

/** Lets the sites that embed the portal send calls with cookies and read the responses (CORS). */
export const allowOrigins = (calls: App, embedOrigins: readonly string[]): void => {
  if (embedOrigins.length === 0) return;
  const isListed = (origin: string | undefined) => origin !== undefined && embedOrigins.includes(origin);
  calls.register(cors, {
    // Decide per origin: with a list, the library would send the credentials header to every origin.
    origin: (origin, answer) => answer(null, isListed(origin)),
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['content-type', 'x-xsrf-token'],
    exposedHeaders: ['x-xsrf-token', 'retry-after', 'x-request-id', 'portal-orders-of'],
    maxAge: PREFLIGHT_SECONDS,
  });
  calls.addHook('onSend', async ({ headers }, reply) => {
    // Beacons of text bypass CORS, and log an error unless the response is marked cross-origin.
    if (isListed(headers.origin)) reply.header('cross-origin-resource-policy', 'cross-origin');
    // A Vary header of a route or an upstream overwrites the library's: add Origin again.
    const named = String(reply.getHeader('vary') ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && name.toLowerCase() !== 'origin');
    reply.header('vary', [...named, 'Origin'].join(', '));
  });
};
