import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { commandApp } from '../operations/commands/command-app';
import { holdDirectory } from '../platform/database/one-process';
import type { TestApp } from './test-app';

/** Holds the embedded database of a portal: commands reach it through its socket. @returns what ends that */
export const serveCommands = async ({ app, config, database }: TestApp) => {
  await mkdir(join(config.dataDir, 'database'), { recursive: true });
  const held = await holdDirectory(config.dataDir);
  const commands = commandApp({ config, database, choices: {}, audit: app.audit });
  await commands.ready();
  held.serve((request, response) => commands.routing(request, response));
  return async () => {
    await held.release();
    await commands.close();
  };
};
