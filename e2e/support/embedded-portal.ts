import { EMBEDDED_PORT, EMBEDDED_URL, HOST_PORT, HOST_URL, UNLISTED_PORT } from './addresses';
import { EMBEDDED_DATA_DIR } from './directories';
import { startHostServer } from './host-server';
import { startPortalProcess } from './portal-process';

/**
 * Starts a portal that may be embedded by one origin, and a company's site on that origin and on an unlisted one.
 * @returns a function that stops them
 */
export const startEmbeddedPortal = async (): Promise<() => Promise<void>> => {
  const stopPortal = await startPortalProcess({
    port: EMBEDDED_PORT,
    dataDir: EMBEDDED_DATA_DIR,
    environment: {
      EMBED_ORIGINS: HOST_URL,
      LANGUAGES: 'en,de,es,fr,ar',
    },
  });
  const stopListed = await startHostServer({ port: HOST_PORT, portalUrl: EMBEDDED_URL });
  const stopUnlisted = await startHostServer({ port: UNLISTED_PORT, portalUrl: EMBEDDED_URL });
  return async () => {
    await Promise.all([stopListed(), stopUnlisted(), stopPortal()]);
  };
};
