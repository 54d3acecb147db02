import { randomUUID } from 'node:crypto';
import fastify, { type FastifyRequest } from 'fastify';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

const KID = '2026';
const COOKIE = 'site_customer';

interface SiteOptions {
  port: number;
  /** The portal that its pages embed. */
  portalUrl: string;
  /** Of its pages, and of the portal in them. */
  language?: string;
}

const customerOf = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(`${COOKIE}=([^;]+)`).exec(headers.cookie ?? '')?.[1];

/** Collects the events of the portal, and leaves the rest to the test. */
const page = (portalUrl: string, language: string, ticket: string | undefined) => `<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <title>Example Heating</title>
  <link rel="icon" href="data:,">
  <script>
    window.portalEvents = [];
    for (const type of ['ready', 'navigate', 'signed-in', 'signed-out', 'sign-in-failed', 'error'])
      document.addEventListener('portal-' + type, ({ detail }) => portalEvents.push([type, detail]));
  </script>
  <script src="${portalUrl}/embed.js" async></script>
</head>
<body><customer-portal base="/account"${ticket ? ` ticket="${ticket}"` : ''}></customer-portal></body>
</html>`;

/** The variables of a portal that trusts such a site. */
export const trusting = (site: string) => ({
  EMBED_ORIGINS: site,
  HANDOVER_ISSUER: site,
  HANDOVER_JWKS_URL: `${site}/keys`,
});

/**
 * Starts the site of a company whose customers sign in to it. `/sign-in/<address>` signs in as that customer, and every page
 * below `/account` hands the customer over to the portal.
 * @returns its URL, and the function that stops it
 */
export const startSignedInSite = async ({ port, portalUrl, language = 'en' }: SiteOptions) => {
  const url = `http://127.0.0.1:${port}`;
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: KID, alg: 'ES256' }];
  const ticketFor = (email: string) =>
    new SignJWT({ sub: `customer of ${email}`, email })
      .setProtectedHeader({ alg: 'ES256', kid: KID })
      .setIssuer(url)
      .setAudience(portalUrl)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey);

  const site = fastify();
  site.get('/keys', async () => ({ keys }));
  site.get<{ Params: { email: string } }>('/sign-in/:email', async ({ params: { email } }, reply) =>
    reply
      .header('set-cookie', `${COOKIE}=${email}; Path=/; HttpOnly`)
      .redirect('/account/service-orders', 303),
  );
  site.get<{ Params: { email: string } }>('/ticket/:email', async ({ params: { email } }) =>
    ticketFor(email),
  );
  site.get('/account*', async (request, reply) => {
    const customer = customerOf(request);
    const ticket = customer && (await ticketFor(customer));
    return reply.type('text/html').send(page(portalUrl, language, ticket));
  });
  await site.listen({ port, host: '127.0.0.1' });
  return { url, stop: () => site.close() };
};
