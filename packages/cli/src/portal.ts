import { Command, CommanderError } from '@commander-js/extra-typings';
import { UsageError } from '@portal/releases';
import { join } from 'node:path';
import { packageVersion } from './apps';
import { addCanary, addPromote, addPrune, addRollback, addTakeDown } from './changes';
import { EXIT_CODES, failureOf } from './failure';
import type { Io } from './io';
import { addPreview, addStatus } from './looks';
import { addNew } from './new';
import { addPublish } from './publish';
import type { AsOperator } from './releases';
import { printFailure, printReport } from './report';
import type { AddVerb, VerbContext } from './verb';
import { addVerify } from './verify';

export { authorOf, callerDirectoryOf, userName } from './config';
export { UnreachableError, UsageError } from '@portal/releases';
export { runProcess, type Io } from './io';
export type { AsOperator } from './releases';
export type { Report } from './report';
export { examples, JSON_OPTION, type AddVerb } from './verb';

/** The commands for teams that make a remote. */
const RELEASE_VERBS: readonly AddVerb[] = [
  addNew,
  addPublish,
  addVerify,
  addPromote,
  addCanary,
  addRollback,
  addTakeDown,
  addStatus,
  addPreview,
  addPrune,
];

/** Commander takes `--dry-run` as the value in `--why --dry-run`. @throws UsageError */
const requireValues = (_portal: unknown, command: { opts: () => object }): void => {
  for (const [name, value] of Object.entries(command.opts()))
    if (typeof value === 'string' && (value.trim() === '' || value.startsWith('--'))) {
      const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw new UsageError(`option '--${option}' needs a value`);
    }
};

/** What `portal` can do besides, where the portal itself runs. */
interface Operator {
  verbs: readonly AddVerb[];
  asOperator: AsOperator;
}

/** Runs one command line. @returns its exit code; docs/releasing.md has the list */
export const runPortal = async (
  args: readonly string[],
  io: Io,
  { verbs, asOperator }: Partial<Operator> = {},
): Promise<number> => {
  const json = args.includes('--json');
  let exitCode = 0;
  const print: VerbContext['print'] = (report) => void (exitCode = printReport(report, io, json));
  try {
    const version = (await packageVersion(join(import.meta.dirname, '..'))) ?? 'unknown';
    const portal = new Command('pnpm portal')
      .description(
        'Operates the portal: releases of the shell and the remotes, customers, orders and messages.',
      )
      .version(version, '-v, --version', 'print the version')
      .enablePositionalOptions()
      .exitOverride()
      .configureOutput({ writeOut: (text) => void io.stdout.write(text), writeErr: () => {} })
      .addHelpText('afterAll', EXIT_CODES)
      .hook('preAction', requireValues);
    for (const add of [...RELEASE_VERBS, ...(verbs ?? [])]) add(portal, { io, print, asOperator });
    await portal.parseAsync(args.length > 0 ? args : ['--help'], { from: 'user' });
    return exitCode;
  } catch (error) {
    // The help and the version are printed.
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return printFailure(failureOf(error), io, json);
  }
};
