import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PORTAL_PORT, SMTP_PORT } from './addresses';
import { DATA_DIR, MAIL_DIR, RUN_DIR, TAKEN_DIR, WORKSPACE } from './directories';
import { startEmbeddedPortal } from './embedded-portal';
import { startMailServer } from './mail-server';
import { prepareTemplate, startPortalProcess } from './portal-process';
import { runIn } from './run';

const requireBuild = () =>
  access(join(WORKSPACE, 'apps/shell/dist/build.json')).catch((cause: unknown) => {
    throw new Error('Nothing is built yet. Run: pnpm build', { cause });
  });

/**
 * Playwright's global setup: builds the companies' sites, and starts a mail server, a portal, and a portal that the sites
 * embed.
 * @returns the global teardown
 */
export default async function startShared(): Promise<() => Promise<void>> {
  await requireBuild();
  await rm(RUN_DIR, { recursive: true, force: true });
  await mkdir(MAIL_DIR, { recursive: true });
  await mkdir(TAKEN_DIR);
  const mailServer = await startMailServer(SMTP_PORT, MAIL_DIR);
  await runIn(WORKSPACE, 'pnpm', ['--silent', '--filter', 'hosts', 'build']);
  await prepareTemplate();
  const [stopPortal, stopEmbedded] = await Promise.all([
    startPortalProcess({ port: PORTAL_PORT, dataDir: DATA_DIR }),
    startEmbeddedPortal(),
  ]);

  return async () => {
    await Promise.all([stopPortal(), stopEmbedded()]);
    await new Promise<void>((resolve) => mailServer.close(() => resolve()));
  };
}
