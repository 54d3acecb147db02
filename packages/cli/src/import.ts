import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { defineCommand } from 'citty';

const require = createRequire(import.meta.url);

/**
 * `portal import FILE [--dry-run] [--json]`: loads customers and orders. The server does it in a process of its own,
 * which reads the arguments; its exit code is passed on.
 */
export const importCommand = defineCommand({
  meta: { name: 'import', description: 'Load customers and their orders from a JSON file.' },
  args: {
    file: { type: 'positional', required: false, description: 'a JSON file: docs/operations.md' },
    'dry-run': {
      type: 'boolean',
      default: false,
      description: 'report what would be loaded, change nothing',
    },
    json: { type: 'boolean', default: false, description: 'print the report as JSON' },
  },
  run: async ({ rawArgs }) => {
    const command = [
      '--import',
      pathToFileURL(require.resolve('tsx')).href,
      require.resolve('server/import-command'),
      ...rawArgs,
    ];
    const exit: unknown[] = await once(spawn(process.execPath, command, { stdio: 'inherit' }), 'exit');
    process.exitCode = Number(exit[0] ?? 2);
  },
});
