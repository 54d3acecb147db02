import type { FastifyRequest } from 'fastify';

/**
 * Whether a page of the portal itself sent the request: by Sec-Fetch-Site, or by Origin where a browser leaves that
 * out (plain HTTP). A client that sends neither is no browser, and carries nobody's cookies but its own.
 */
export const isSameOrigin = ({ headers, host }: FastifyRequest, publicUrl: URL): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return true;
  return origin === publicUrl.origin || (URL.canParse(origin) && new URL(origin).host === host);
};
