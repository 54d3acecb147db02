/** Where the suite's portal and mail server listen; both on loopback only. */
export const PORTAL_PORT = 4700;
export const SMTP_PORT = 4725;
export const PORTAL_URL = `http://localhost:${PORTAL_PORT}`;
