import type { IncomingMessage } from 'node:http';
import type { App } from './validation';

/**
 * The headers of every response. HSTS lasts a year (ASVS 5.0 3.4.1); other sites get no order number through the Referer
 * (3.4.5), no handle on the portal's window (3.4.8), and no response into their pages (3.5.8) unless a route allows it.
 * @param https whether customers reach the portal by HTTPS
 */
export const responseHeaders = (requestId: string, https: boolean): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-request-id': requestId,
  ...(https && { 'strict-transport-security': 'max-age=31536000' }),
});

/** Adds the headers of every response. */
export const secureResponses = (app: App, { https }: { https: boolean }) => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(responseHeaders(request.id, https));
    done();
  });
};

/** Removes the ports that some proxies, such as those of Azure, add to the addresses in X-Forwarded-For. */
export const dropForwardedPorts = (app: App) => {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const forwarded = headers['x-forwarded-for'];
    if (forwarded !== undefined)
      headers['x-forwarded-for'] = String(forwarded)
        .split(',')
        .map((hop) => hop.trim().replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2'))
        .join(', ');
    done();
  });
};

/** The path and query of a request, without the origin of an absolute URL: only PUBLIC_URL says where the portal is. */
export const pathOfRequest = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string =>
  url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^(?=\?)|^$/, '/');
