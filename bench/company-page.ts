import Fastify from 'fastify';
import { startPortal } from './portal';

const html = (portalUrl: string, style: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Site</title>
<script src="${portalUrl}/embed.js" async></script></head>
<body><h1>Your heating, in good hands</h1><customer-portal base="/account" style="${style}"></customer-portal></body>
</html>
`;

/**
 * Starts a portal, and a company's site that embeds it on each of its pages.
 * @param name of the folder with the portal's data
 * @param style CSS of the element
 */
export const startCompanyPage = async (name: string, style = '') => {
  const site = Fastify();
  let portalUrl = '';
  site.get('/*', (_request, reply) => reply.type('text/html; charset=utf-8').send(html(portalUrl, style)));
  const { port } = new URL(await site.listen({ port: 0, host: 'localhost' }));
  const host = `http://localhost:${port}`;
  const portal = await startPortal(name, { EMBED_ORIGINS: host });
  portalUrl = portal.url;
  const stop = async () => {
    await portal.stop();
    await site.close();
  };
  return { host, portal, stop };
};
