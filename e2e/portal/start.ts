import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PORTAL_PORT, SMTP_PORT } from './addresses';
import { DATA_DIR, MAIL_DIR, RUN_DIR, TAKEN_DIR, WORKSPACE } from './directories';
import { startEmbeddedPortal } from './embedded-portal';
import { startMailServer } from './mail-server';
import { buildNext, publishNext } from './next-builds';
import { ALL_APPS, startPortalProcess } from './portal-process';

const requireBuild = () =>
  access(join(WORKSPACE, 'apps/shell/dist/build.json')).catch((cause: unknown) => {
    throw new Error('Nothing is built yet. Run: pnpm build', { cause });
  });

/**
 * Starts what every test shares: a mail server, a portal with the next build of everything published, and one that a
 * company's site embeds. Returns how to stop them again.
 */
export default async function startShared(): Promise<() => Promise<void>> {
  await requireBuild();
  await rm(RUN_DIR, { recursive: true, force: true });
  await mkdir(MAIL_DIR, { recursive: true });
  await mkdir(TAKEN_DIR);
  const mailServer = await startMailServer(SMTP_PORT, MAIL_DIR);
  const [stopPortal, stopEmbedded] = await Promise.all([
    startPortalProcess({ port: PORTAL_PORT, dataDir: DATA_DIR, apps: ALL_APPS }),
    startEmbeddedPortal(),
    buildNext(),
  ]);
  await publishNext(DATA_DIR);

  return async () => {
    await Promise.all([stopPortal(), stopEmbedded()]);
    await new Promise<void>((resolve) => mailServer.close(() => resolve()));
  };
}
