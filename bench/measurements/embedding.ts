import Fastify from 'fastify';
import { PHONES } from '../customers';
import { inTurn, ratio, type Measurement } from '../measurement';
import { signIn, startPortal } from '../portal';
import { openContext, SLOW_4G, visit } from '../visit';

const html = (portalUrl: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Site</title>
<script src="${portalUrl}/embed.js" async></script></head>
<body><h1>Your heating, in good hands</h1><customer-portal base="/account"></customer-portal></body>
</html>
`;

/** Starts a portal, and a company's site that embeds it on each of its pages. */
const startCompanyPage = async () => {
  const site = Fastify();
  let portalUrl = '';
  site.get('/*', (_request, reply) => reply.type('text/html; charset=utf-8').send(html(portalUrl)));
  const { port } = new URL(await site.listen({ port: 0, host: 'localhost' }));
  const host = `http://localhost:${port}`;
  const portal = await startPortal('embedding', { EMBED_ORIGINS: host });
  portalUrl = portal.url;
  const stop = async () => {
    await portal.stop();
    await site.close();
  };
  return { host, portal, stop };
};

/** First visits of the list of orders on a slow phone: embedded in a company's page, and in the portal's own page. */
export const embedding: Measurement = async ({ browser, rounds }) => {
  const { host, portal, stop } = await startCompanyPage();
  const session = await signIn(portal, PHONES.usual);

  const at = (address: string) => async () => {
    const context = await openContext(browser, portal.url, session);
    const visited = await visit(context, { address, conditions: SLOW_4G });
    await context.close();
    return visited;
  };
  const variants = {
    embedded: at(`${host}/account/service-orders`),
    own: at(`${portal.url}/service-orders`),
  };
  // Warm up: the first responses of server and browser are slower.
  await inTurn(1, variants);
  const { embedded, own } = await inTurn(rounds, variants);
  await stop();
  return [
    ratio('own page', {
      what: 'embedded, until the orders are visible',
      unit: 'ms',
      ours: embedded.map(({ shownMs }) => shownMs),
      baseline: own.map(({ shownMs }) => shownMs),
      goal: { atMost: 1.1 },
    }),
  ];
};
