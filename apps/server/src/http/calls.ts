import * as v from 'valibot';
import type { App } from './validation';

const nothing = v.strictObject({});

/**
 * What the calls have in common: JSON only, never stored, never shown as a page,
 * and a query parameter that a route does not name is refused.
 */
export const answerCalls = (calls: App) => {
  calls.removeContentTypeParser('text/plain');
  calls.addHook('onRoute', (route) => {
    route.schema = { querystring: nothing, ...route.schema };
  });
  calls.addHook('onRequest', async (_request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('cross-origin-resource-policy', 'same-origin');
  });
};
