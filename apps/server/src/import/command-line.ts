import { parseArgs } from 'node:util';

export const usage = `Loads customers and their orders from a JSON file.

  pnpm portal import FILE [--dry-run] [--json]

  --dry-run   report what would be loaded, change nothing
  --json      print the report as JSON

docs/operations.md describes the format. The whole file is loaded, or nothing.`;

/** The command line is invalid. */
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
 * @throws UsageError unless there is exactly one file and every option is known
 */
export const readCommandLine = (args: string[]) => {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: false });
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(options, name));
  const [file, ...others] = positionals;
  if (values.help) return { help: true } as const;
  if (unknown) throw new UsageError(`Unknown option --${unknown}.`);
  if (file === undefined) throw new UsageError('Name the file to import.');
  if (others.length > 0) throw new UsageError('Name only one file.');
  return { help: false, file, dryRun: values['dry-run'] === true, json: values.json === true } as const;
};
