import { parseArgs } from 'node:util';

export const usage = `Loads customers and their orders from a JSON file.

  pnpm portal import FILE [--dry-run] [--json]

  --dry-run   report what would be loaded, change nothing
  --json      print the report as JSON

The format is described in docs/operations.md. All of the file is loaded, or nothing.`;

/** The command was called in a way it does not know. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(reason: string, cause?: unknown) {
    super(`${reason}\n\n${usage}`, { cause });
  }
}

const options = {
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const parse = (args: string[]) => {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments are not known.', error);
  }
};

/**
 * Reads the arguments of `portal import`.
 * @throws UsageError unless exactly one file is named
 */
export const readCommandLine = (args: string[]) => {
  const { values, positionals } = parse(args);
  const [file, ...others] = positionals;
  if (values.help) return { help: true } as const;
  if (file === undefined) throw new UsageError('Which file shall be imported?');
  if (others.length > 0) throw new UsageError('Name one file only.');
  return { help: false, file, dryRun: values['dry-run'] ?? false, json: values.json ?? false } as const;
};
