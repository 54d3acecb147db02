import Fastify from 'fastify';
import { PHONES } from '../customers';
import { signIn, startPortal } from '../portal';
import type { Bench } from '../results';
import { ratio } from '../row';
import { inTurn } from '../samples';
import { openContext, SLOW_4G, visit } from '../visit';

const hostPage = (portalUrl: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Site</title>
<script src="${portalUrl}/embed.js" async></script></head>
<body><h1>Your heating, in good hands</h1><customer-portal base="/account"></customer-portal></body>
</html>
`;

/** The first visit of the list of orders in a company's page, beside the portal's own page, on a slow phone. */
export const embedding = async ({ browser, rounds }: Bench) => {
  const site = Fastify();
  let portalUrl = '';
  site.get('/*', (_request, reply) => reply.type('text/html; charset=utf-8').send(hostPage(portalUrl)));
  const { port } = new URL(await site.listen({ port: 0, host: 'localhost' }));
  const host = `http://localhost:${port}`;
  const portal = await startPortal('embedding', { EMBED_ORIGINS: host });
  portalUrl = portal.url;
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
  // The server's and the browser's first answers are slower.
  await inTurn(1, variants);
  const { embedded, own } = await inTurn(rounds, variants);
  await portal.stop();
  await site.close();
  return {
    rows: [
      ratio('own page', {
        what: 'embedded, until the orders are visible',
        unit: 'ms',
        ours: embedded.map(({ shownMs }) => shownMs),
        baseline: own.map(({ shownMs }) => shownMs),
        goal: { atMost: 1.1 },
      }),
    ],
    data: {
      levels: { embedded: embedded.map(({ levels }) => levels), own: own.map(({ levels }) => levels) },
    },
  };
};
