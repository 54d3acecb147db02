import * as v from 'valibot';
import type { App } from './validation';

const nothing = v.strictObject({});

/** The answers to calls are never stored and never shown as a page. */
export const secureCalls = (calls: App) => {
  calls.addHook('onRequest', async (_request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('cross-origin-resource-policy', 'same-origin');
  });
};

/** What the calls have in common: JSON only, and a query parameter that a route does not name is refused. */
export const answerCalls = (calls: App) => {
  calls.removeContentTypeParser('text/plain');
  calls.addHook('onRoute', (route) => {
    route.schema = { querystring: nothing, ...route.schema };
  });
};
