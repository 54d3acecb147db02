import { stripVTControlCharacters } from 'node:util';
import { defineCommand, runCommand, runMain } from 'citty';

/** `portal`: each verb is loaded when it is asked for. */
const portal = defineCommand({
  meta: {
    name: 'portal',
    description: 'Operates the portal: releases of shell and remotes, customers and orders.',
  },
  subCommands: {
    publish: () => import('./publish').then((verb) => verb.publishCommand),
    import: () => import('./import').then((verb) => verb.importCommand),
  },
});

/** What the operator did wrong is one sentence; anything else is a fault of ours, and its stack helps to find it. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return ['ReleaseError', 'CLIError', 'UsageError'].includes(error.name)
    ? `portal: ${stripVTControlCharacters(error.message)}`
    : (error.stack ?? error.message);
};

const rawArgs = process.argv.slice(2);
if (rawArgs.length === 0 || rawArgs.includes('--help')) {
  await runMain(portal, { rawArgs: [...rawArgs.filter((argument) => argument !== '--help'), '--help'] });
} else {
  await runCommand(portal, { rawArgs }).catch((error: unknown) => {
    process.stderr.write(`${describe(error)}\n`);
    process.exitCode = 1;
  });
}
