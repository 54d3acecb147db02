import { LANGUAGES } from '@portal/contract';
import { access, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EMBEDDED_PORT,
  EMBEDDED_URL,
  HOST_PORT,
  HOST_URL,
  PORTAL_PORT,
  SMTP_PORT,
  UNLISTED_PORT,
} from './addresses';
import { DATA_DIR, EMBEDDED_DATA_DIR, MAIL_DIR, RUN_DIR, TAKEN_DIR, WORKSPACE } from './directories';
import { startHostServer } from './host-server';
import { startMailServer } from './mail-server';
import { prepareTemplate, startPortalProcess } from './portal-process';
import { runIn } from './run';

const requireBuild = () =>
  access(join(WORKSPACE, 'apps/shell/dist/build.json')).catch((cause: unknown) => {
    throw new Error('Nothing is built yet. Run: pnpm build', { cause });
  });

/**
 * Playwright's global setup: builds the companies' sites, and starts a mail server, a portal, a portal that one origin may
 * embed, and a company's site on that origin and on an unlisted one.
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
  const stops = await Promise.all([
    startPortalProcess({ port: PORTAL_PORT, dataDir: DATA_DIR }),
    startPortalProcess({
      port: EMBEDDED_PORT,
      dataDir: EMBEDDED_DATA_DIR,
      environment: { EMBED_ORIGINS: HOST_URL, LANGUAGES: LANGUAGES.join(',') },
    }),
    startHostServer({ port: HOST_PORT, portalUrl: EMBEDDED_URL }),
    startHostServer({ port: UNLISTED_PORT, portalUrl: EMBEDDED_URL }),
  ]);

  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await new Promise<void>((resolve) => mailServer.close(() => resolve()));
  };
}
