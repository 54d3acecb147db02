import type { FastifyRequest } from 'fastify';
import cors from '@fastify/cors';
import type { Config } from '../config';
import type { App } from './validation';

/** The portal's own address, and the sites that embed it. */
export type KnownOrigins = Pick<Config, 'publicUrl' | 'embedOrigins'>;

/**
 * Whether a page of the portal itself, or one that embeds it, sent the request: by Origin, or by Sec-Fetch-Site, or by
 * Origin once more where a browser leaves that out (plain HTTP). A client that sends neither is no browser, and
 * carries nobody's cookies but its own.
 */
export const isKnownOrigin = (
  { headers, host }: FastifyRequest,
  { publicUrl, embedOrigins }: KnownOrigins,
): boolean => {
  const { origin } = headers;
  if (origin !== undefined && embedOrigins.includes(origin)) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (origin === undefined) return true;
  return origin === publicUrl.origin || (URL.canParse(origin) && new URL(origin).host === host);
};

/** How long a browser remembers what it may send; Chromium's longest, in seconds. */
const TWO_HOURS = 7200;

/**
 * Lets pages of the sites that embed the portal send calls with cookies and read the answers. Any other origin gets no
 * header about it, so that its browser keeps the answer to itself.
 */
export const allowOrigins = (calls: App, embedOrigins: readonly string[]): void => {
  if (embedOrigins.length === 0) return;
  const isListed = (origin: string | undefined) => origin !== undefined && embedOrigins.includes(origin);
  calls.register(cors, {
    // An origin is either listed or gets nothing: the library's own list would answer credentials to all.
    origin: (origin, answer) => answer(null, isListed(origin)),
    credentials: true,
    methods: ['GET', 'POST'],
    allowedHeaders: ['content-type', 'x-xsrf-token'],
    exposedHeaders: ['x-xsrf-token', 'retry-after', 'x-request-id'],
    maxAge: TWO_HOURS,
  });
  calls.addHook('onSend', async ({ headers }, reply) => {
    // A beacon of text is sent without CORS, and fails in the console unless the answer is for other origins.
    if (isListed(headers.origin)) reply.header('cross-origin-resource-policy', 'cross-origin');
    // A route, or an upstream, that says what else its answer depends on takes the library's Vary away.
    const named = String(reply.getHeader('vary') ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && name.toLowerCase() !== 'origin');
    reply.header('vary', [...named, 'Origin'].join(', '));
  });
};
