import { join } from 'node:path';
import { EMBEDDED_PORT, EMBEDDED_URL, HOST_PORT, HOST_URL, UNLISTED_PORT } from './addresses';
import { RUN_DIR, WORKSPACE } from './directories';
import { startHostServer } from './host-server';
import { ALL_APPS, startPortalProcess } from './portal-process';
import { runIn } from './run';

/**
 * Starts a portal that one company lists, and that company's site, which a second origin serves as well.
 * @returns how to stop them again
 */
export const startEmbeddedPortal = async (): Promise<() => Promise<void>> => {
  await runIn(join(WORKSPACE, 'e2e/hosts'), 'pnpm', ['--silent', 'build', '--logLevel', 'warn']);
  const stopPortal = await startPortalProcess({
    port: EMBEDDED_PORT,
    dataDir: join(RUN_DIR, 'embedded'),
    apps: ALL_APPS,
    environment: { EMBED_ORIGINS: HOST_URL },
  });
  const stopListed = await startHostServer({ port: HOST_PORT, portalUrl: EMBEDDED_URL });
  const stopUnlisted = await startHostServer({ port: UNLISTED_PORT, portalUrl: EMBEDDED_URL });
  return async () => {
    await Promise.all([stopListed(), stopUnlisted(), stopPortal()]);
  };
};
