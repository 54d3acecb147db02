import { parseArgs } from 'node:util';

export const usage = `Loads customers and their orders from a JSON file.

  pnpm portal import FILE [--dry-run] [--json]

  --dry-run   report what would be loaded, change nothing
  --json      print the report as JSON

The format is described in docs/operations.md. All of the file is loaded, or nothing.`;

/** The command was called in a way it does not know. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(reason: string) {
    super(`${reason}\n\n${usage}`);
  }
}

const options = {
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/**
 * Reads the arguments of `portal import`.
 * @throws UsageError unless exactly one file is named, with options that exist
 */
export const readCommandLine = (args: string[]) => {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: false });
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(options, name));
  const [file, ...others] = positionals;
  if (values.help) return { help: true } as const;
  if (unknown) throw new UsageError(`There is no option --${unknown}.`);
  if (file === undefined) throw new UsageError('Which file shall be imported?');
  if (others.length > 0) throw new UsageError('Name one file only.');
  return { help: false, file, dryRun: values['dry-run'] === true, json: values.json === true } as const;
};
