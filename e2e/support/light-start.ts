import { mkdir, rm } from 'node:fs/promises';
import { MAIL_DIR, RUN_DIR, TAKEN_DIR } from '/work/wt/runtime/e2e/support/directories';
import { startMailServer } from '/work/wt/runtime/e2e/support/mail-server';
import { SMTP_PORT, PORTAL_PORT } from '/work/wt/runtime/e2e/support/addresses';
import { prepareTemplate, startPortalProcess } from '/work/wt/runtime/e2e/support/portal-process';
import { DATA_DIR } from '/work/wt/runtime/e2e/support/directories';
export default async function start() {
  await rm(RUN_DIR, { recursive: true, force: true });
  await mkdir(MAIL_DIR, { recursive: true });
  await mkdir(TAKEN_DIR);
  const mail = await startMailServer(SMTP_PORT, MAIL_DIR);
  await prepareTemplate();
  const stop = process.env.WITH_PORTAL ? await startPortalProcess({ port: PORTAL_PORT, dataDir: DATA_DIR }) : async () => {};
  return async () => { await stop(); await new Promise<void>((r) => mail.close(() => r())); };
}
