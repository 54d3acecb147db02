import type { FastifyRequest } from 'fastify';
import type { Config } from '../config';

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
