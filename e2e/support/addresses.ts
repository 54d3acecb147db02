/** The ports of the shared portal and the mail server, on loopback. */
export const PORTAL_PORT = 4700;
export const SMTP_PORT = 4725;
export const PORTAL_URL = `http://localhost:${PORTAL_PORT}`;

/** The portal that companies embed, and the origin that may embed it. */
export const EMBEDDED_PORT = 4709;
export const EMBEDDED_URL = `http://localhost:${EMBEDDED_PORT}`;
export const HOST_PORT = 4730;
export const HOST_URL = `http://127.0.0.1:${HOST_PORT}`;

/** The same pages on an origin that may not embed the portal. */
export const UNLISTED_PORT = 4731;
export const UNLISTED_URL = `http://127.0.0.1:${UNLISTED_PORT}`;

/** How an embedded portal writes its route into the page's URL. */
export type Routing = 'browser' | 'hash' | 'memory';

/** The URL of a page of the company's site. */
export const hostUrl = (name: string, path = '/account', origin = HOST_URL): string =>
  `${origin}/${name}${path}`;

/** The URL at which a page of the company's site shows a screen of the portal. */
export const screenUrl = (name: string, routing: Routing, screen: string, origin = HOST_URL): string => {
  if (routing === 'browser') return hostUrl(name, `/account${screen}`, origin);
  return hostUrl(name, routing === 'hash' ? `/account#${screen}` : '/account', origin);
};
