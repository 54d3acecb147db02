import { renderUsage, type ArgsDef } from 'citty';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { packageVersion } from './apps';
import { EXIT_CODES, failureOf, type Failure } from './failure';
import { didYouMean, UsageError } from './usage-error';
import { hasColors, type Io, type Report, type Verb } from './verb';

/** The commands of a `portal` by name, each loaded when it is used. */
export type Verbs = Readonly<Record<string, () => Promise<Verb>>>;

const allOf = (verbs: Verbs): Promise<Verb[]> => Promise.all(Object.values(verbs).map((load) => load()));

const SEE_HELP = 'Run `pnpm portal --help` for the list.';

const isHelp = (argument: string): boolean => argument === '--help' || argument === '-h';
const isVersion = (argument: string): boolean => argument === '--version' || argument === '-v';

/** @throws UsageError for a command that does not exist */
const loadVerb = (verbs: Verbs, name: string): Promise<Verb> => {
  const load = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (load) return load();
  throw new UsageError(`Unknown command \`${name}\`. ${didYouMean(name, Object.keys(verbs), SEE_HELP)}`);
};

/** Without defaults: citty prints "(Default: false)" beside every flag. */
const plainFlags = (args: ArgsDef): ArgsDef =>
  Object.fromEntries(
    Object.entries(args).map(([name, arg]) => [
      name,
      arg.type === 'boolean' ? { type: 'boolean', description: arg.description ?? '' } : arg,
    ]),
  );

const verbHelp = async ({ name, description, examples, args }: Verb): Promise<string> => {
  const usage = await renderUsage(
    { meta: { name, description }, args: plainFlags(args) },
    { meta: { name: 'pnpm portal' } },
  );
  return `${usage}\nEXAMPLES\n\n${examples.map((example) => `  pnpm portal ${example}\n`).join('')}`;
};

const portalHelp = async (verbs: Verbs): Promise<string> => {
  const usage = await renderUsage({
    meta: {
      name: 'pnpm portal',
      description:
        'Operates the portal: releases of the shell and the remotes, customers, orders and messages.',
    },
    args: { version: { type: 'boolean', description: 'print the version' } },
    subCommands: Object.fromEntries(
      (await allOf(verbs)).map(({ name, description }) => [name, { meta: { name, description } }]),
    ),
  });
  return `${usage}\n`;
};

const printFailure = ({ kind, message, exitCode }: Failure, { stderr }: Io, json: boolean): number => {
  stderr.write(json ? `${JSON.stringify({ error: { kind, message } })}\n` : `portal: ${message}\n`);
  return exitCode;
};

const printReport = (report: Report, io: Io, json: boolean): number => {
  const { data, text, warnings = [], exitCode = 0, refusal } = report;
  if (json) io.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
  if (refusal !== undefined)
    return printFailure({ kind: 'refused', message: refusal, exitCode: 1 }, io, json);
  if (json) return exitCode;
  io.stdout.write(`${text}\n`);
  for (const warning of warnings) io.stderr.write(`portal: warning: ${warning}\n`);
  return exitCode;
};

const versionReport = async (): Promise<Report> => {
  const version = (await packageVersion(join(import.meta.dirname, '..'))) ?? 'unknown';
  return { data: { version }, text: version };
};

const run = async (verbs: Verbs, rawArgs: readonly string[], io: Io, json: boolean): Promise<number> => {
  const at = rawArgs.findIndex((argument) => !argument.startsWith('-'));
  const name = rawArgs[at];
  if (rawArgs.length === 0 || rawArgs.some(isHelp)) {
    const help = name === undefined ? await portalHelp(verbs) : await verbHelp(await loadVerb(verbs, name));
    const shown = hasColors(io.stdout, io.env) ? help : stripVTControlCharacters(help);
    io.stdout.write(`${shown}\n${EXIT_CODES}`);
    return 0;
  }
  if (name === undefined) {
    if (rawArgs.some(isVersion)) return printReport(await versionReport(), io, json);
    const suggestion = didYouMean(rawArgs[0] ?? '', ['--help', '--version'], SEE_HELP);
    throw new UsageError(`Unknown option \`${rawArgs[0]}\`. ${suggestion}`);
  }
  const verb = await loadVerb(verbs, name);
  return printReport(await verb.run([...rawArgs.slice(0, at), ...rawArgs.slice(at + 1)], io), io, json);
};

/**
 * Runs one command line.
 * @param verbs the commands that it can name
 * @returns its exit code; docs/releasing.md has the list
 */
export const runCommandLine = async (verbs: Verbs, rawArgs: readonly string[], io: Io): Promise<number> => {
  const json = rawArgs.includes('--json');
  try {
    return await run(verbs, rawArgs, io, json);
  } catch (error) {
    return printFailure(failureOf(error), io, json);
  }
};
