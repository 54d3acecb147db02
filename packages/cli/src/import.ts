import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { readConfig } from './config';
import { UsageError } from './usage-error';
import { defineVerb, JSON_ARG, type Io } from './verb';

const require = createRequire(import.meta.url);

/** The server's import writes one error to stderr when it fails: apps/server/src/import-command.ts. */
const errorSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    message: v.string(),
    code: v.optional(v.string()),
    syscall: v.optional(v.string()),
  }),
);

/** Rebuilds the error of the process. Its stack stays there: the message says enough. */
const errorFrom = (stderr: string): Error => {
  const { success, output } = v.safeParse(errorSchema, stderr);
  const { message, ...properties } = success ? output : { message: stderr.trim() };
  return Object.assign(new Error(message), { stack: message, ...properties });
};

/** Packages never import apps: the server's import is a process of its own. */
const runImport = async (args: string[], { env, cwd }: Io) => {
  const command = [
    '--import',
    pathToFileURL(require.resolve('tsx')).href,
    require.resolve('server/import-command'),
  ];
  const child = spawn(process.execPath, [...command, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<unknown[]>,
  ]);
  if (exitCode !== 0 && exitCode !== 1) throw errorFrom(stderr);
  return { report: stdout.trimEnd(), isRefused: exitCode === 1 };
};

export const importVerb = defineVerb({
  name: 'import',
  description: 'Load customers and their orders from a JSON file: all of it, or nothing.',
  examples: ['import customers.json', 'import customers.json --dry-run'],
  args: {
    file: {
      type: 'positional',
      required: false,
      description: 'a JSON file; docs/operations.md has the format',
    },
    'dry-run': {
      type: 'boolean',
      default: false,
      description: 'report what would be loaded, change nothing',
    },
    ...JSON_ARG,
  },
  run: async ({ file, json, 'dry-run': dryRun }, io) => {
    if (!file) throw new UsageError('Name the file to import: pnpm portal import customers.json');
    const path = resolve(readConfig(io).callerDirectory, file);
    const flags = [...(dryRun ? ['--dry-run'] : []), ...(json ? ['--json'] : [])];
    const { report, isRefused } = await runImport([path, ...flags], io);
    const data: unknown = json ? JSON.parse(report) : undefined;
    const refusal = json ? `${file} has errors. Nothing was loaded.` : `${file} has errors:\n${report}`;
    return { data, text: report, ...(isRefused && { refusal }) };
  },
});
