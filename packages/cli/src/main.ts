import { defineCommand, renderUsage, runCommand, runMain, type RunMainOptions } from 'citty';
import { stripVTControlCharacters } from 'node:util';
import { EXIT_CODES, failureOf } from './failure';

/** `portal`: each verb is loaded when it is asked for. */
const portal = defineCommand({
  meta: {
    name: 'portal',
    description: 'Operates the portal: releases of shell and remotes, customers and orders.',
  },
  subCommands: {
    new: () => import('./new').then((verb) => verb.newCommand),
    publish: () => import('./publish').then((verb) => verb.publishCommand),
    promote: () => import('./promote').then((verb) => verb.promoteCommand),
    canary: () => import('./canary').then((verb) => verb.canaryCommand),
    rollback: () => import('./rollback').then((verb) => verb.rollbackCommand),
    status: () => import('./status').then((verb) => verb.statusCommand),
    prune: () => import('./prune').then((verb) => verb.pruneCommand),
    'embed-check': () => import('./embed-check').then((verb) => verb.embedCheckCommand),
    import: () => import('./import').then((verb) => verb.importCommand),
  },
});

const showUsage: NonNullable<RunMainOptions['showUsage']> = async (command, parent) => {
  const usage = await renderUsage(command, parent);
  const hasColors = process.stdout.isTTY && process.stdout.hasColors();
  process.stdout.write(`${hasColors ? usage : stripVTControlCharacters(usage)}\n\n${EXIT_CODES}`);
};

const rawArgs = process.argv.slice(2);
const isHelp = (argument: string) => argument === '--help' || argument === '-h';

if (rawArgs.length === 0 || rawArgs.some(isHelp)) {
  await runMain(portal, {
    rawArgs: [...rawArgs.filter((argument) => !isHelp(argument)), '--help'],
    showUsage,
  });
} else {
  await runCommand(portal, { rawArgs }).catch((error: unknown) => {
    const { kind, message, exitCode } = failureOf(error);
    const isJson = rawArgs.includes('--json');
    process.stderr.write(
      isJson ? `${JSON.stringify({ error: { kind, message } })}\n` : `portal: ${message}\n`,
    );
    process.exitCode = exitCode;
  });
}
