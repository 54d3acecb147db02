/** Where the suite's portal and mail server listen; both on loopback only. */
export const PORTAL_PORT = 4700;
export const SMTP_PORT = 4725;
export const PORTAL_URL = `http://localhost:${PORTAL_PORT}`;

/** The portal that companies have among their own pages, the load balancer before it, and the origin that it lists. */
export const BALANCED_PORT = 4711;
export const EMBEDDED_PORT = 4709;
export const EMBEDDED_URL = `http://localhost:${EMBEDDED_PORT}`;
export const HOST_PORT = 4730;
export const HOST_URL = `http://127.0.0.1:${HOST_PORT}`;

/** The same pages from an origin that the portal does not list. */
export const UNLISTED_PORT = 4731;
export const UNLISTED_URL = `http://127.0.0.1:${UNLISTED_PORT}`;
