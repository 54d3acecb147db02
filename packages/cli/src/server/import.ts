import { resolve } from 'node:path';
import { readConfig } from '../config';
import { runServerProcess } from './server-process';
import { UsageError } from '../usage-error';
import { defineVerb, JSON_ARG } from '../verb';

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
    const { printed: report, isNo } = await runServerProcess('import', [path, ...flags], io);
    const data: unknown = json ? JSON.parse(report) : undefined;
    const refusal = json ? `${file} has errors. Nothing was loaded.` : `${file} has errors:\n${report}`;
    return { data, text: report, ...(isNo && { refusal }) };
  },
});
