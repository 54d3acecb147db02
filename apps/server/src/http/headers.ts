import type { App } from './validation';

/**
 * Headers of every answer. HTTPS, once used, stays in use for a year (ASVS 5.0 3.4.1); other sites learn neither
 * the number of an order from its address (3.4.5) nor get a hold of the portal's window (3.4.8).
 */
export const secureAnswers = (app: App, { https }: { https: boolean }) => {
  app.addHook('onRequest', async (request, reply) => {
    reply
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-opener-policy', 'same-origin')
      .header('x-request-id', request.id);
    if (https) reply.header('strict-transport-security', 'max-age=31536000');
  });
};
