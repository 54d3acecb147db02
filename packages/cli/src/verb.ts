import { parseArgs, type ArgsDef, type ParsedArgs } from 'citty';
import { didYouMean, UsageError } from './usage-error';

interface Output {
  write: (text: string) => unknown;
  isTTY?: boolean;
  hasColors?: (env?: object) => boolean;
}

/** Everything a command takes from its process. */
export interface Io {
  stdout: Output;
  stderr: Output;
  env: NodeJS.ProcessEnv;
  /** The workspace: `pnpm portal` runs at its root. */
  cwd: string;
  /** Asks the person at the terminal; absent without a terminal. */
  ask?: (question: string) => Promise<string>;
}

/** Whether to write colors: to a terminal only, and not with NO_COLOR. */
export const hasColors = (output: Output, env: NodeJS.ProcessEnv): boolean =>
  output.isTTY === true && output.hasColors?.(env) === true;

/** The result of a command. */
export interface Report {
  /** For programs: printed as JSON with `--json`. */
  data: unknown;
  /** For people: one line or several. */
  text: string;
  warnings?: readonly string[];
  /** The command did its work, and the answer is no: exit code 1. */
  exitCode?: 1;
  /** Nothing was done, for this reason: exit code 1 and an error on stderr; `data` says more. */
  refusal?: string;
}

interface VerbDefinition<Args extends ArgsDef> {
  name: string;
  description: string;
  /** Command lines, without `pnpm portal`. */
  examples: readonly string[];
  args: Args;
  /** What the first argument can be, for verbs that do several things. */
  actions?: readonly string[];
  /** Whether the last positional argument can be repeated: `given._` has all of them. */
  takesMany?: boolean;
  run: (given: ParsedArgs<Args>, io: Io) => Promise<Report>;
}

/** A command of `portal`. */
export interface Verb extends Omit<VerbDefinition<ArgsDef>, 'run'> {
  /** @throws UsageError for arguments it does not take */
  run: (rawArgs: string[], io: Io) => Promise<Report>;
}

/** The option that every verb has. */
export const JSON_ARG = {
  json: { type: 'boolean', default: false, description: 'print one JSON document' },
} as const satisfies ArgsDef;

/** citty returns `--dry-run` under both spellings, `dry-run` and `dryRun`. */
const kebabCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const optionsOf = (args: ArgsDef): string[] => Object.keys(args).filter((name) => !isPositional(args[name]));

const isPositional = (arg: ArgsDef[string] | undefined): boolean => arg?.type === 'positional';

/** citty reads `--who` at the end as an empty value, and `--who --why` as the value `--why`. */
const lacksValue = (value: unknown): boolean =>
  typeof value === 'string' && (value.trim() === '' || value.startsWith('--'));

/** Refuses unknown options, surplus arguments and missing values, which citty ignores. @throws UsageError */
const refuseUnknown = <Args extends ArgsDef>(
  given: ParsedArgs<Args>,
  { name, args, actions, takesMany }: Pick<VerbDefinition<Args>, 'name' | 'args' | 'actions' | 'takesMany'>,
): void => {
  const seeHelp = `Run \`pnpm portal ${name} --help\` for the list.`;
  const [action] = given._;
  if (actions && action !== undefined && !actions.includes(action))
    throw new UsageError(`Unknown action \`${action}\`. ${didYouMean(action, actions, seeHelp)}`);
  const known = optionsOf(args).map((option) => `--${option}`);
  const [surplus] = given._.slice(Object.values(args).filter(isPositional).length);
  if (surplus !== undefined && !takesMany)
    throw new UsageError(`Unexpected argument \`${surplus}\`. ${seeHelp}`);
  const options = Object.entries(given).filter(([option]) => option !== '_');
  const unknown = options.find(([option]) => !(kebabCase(option) in args))?.[0];
  if (unknown !== undefined) {
    const written = `${unknown.length > 1 ? '--' : '-'}${unknown}`;
    throw new UsageError(`Unknown option \`${written}\`. ${didYouMean(written, known, seeHelp)}`);
  }
  const empty = options.find(([, value]) => lacksValue(value))?.[0];
  if (empty !== undefined) throw new UsageError(`Option \`--${kebabCase(empty)}\` needs a value. ${seeHelp}`);
};

/** Defines a verb; its `run` gets parsed arguments. */
export const defineVerb = <const Args extends ArgsDef>(definition: VerbDefinition<Args>): Verb => ({
  ...definition,
  run: async (rawArgs, io) => {
    const given = parseArgs<Args>(rawArgs, definition.args);
    refuseUnknown(given, definition);
    return definition.run(given, io);
  },
});
