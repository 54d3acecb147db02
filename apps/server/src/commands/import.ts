import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { callerDirectoryOf, defineVerb, JSON_ARG, UsageError } from '@portal/cli';
import { checkFile, importCustomers } from '../import/import-customers';
import { reportText, type ImportReport } from '../import/import-report';
import { readTextFile } from '../import/text-file';
import { configOf, requireOwnDatabase, runInPortalOrHere } from './run';

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
    const config = configOf(io);
    requireOwnDatabase(config, 'Import customers and orders on that server, or unset API_UPSTREAM.');
    // Saves memory: by default, V8 lets the heap grow to several times its used size before it collects garbage.
    setFlagsFromString('--heap-growing-percent=20');
    const path = resolve(callerDirectoryOf(io), file);
    const data =
      (await checkFile(readTextFile(path))) ??
      (await runInPortalOrHere<ImportReport>(config, {
        path: `/import?dryRun=${dryRun}`,
        body: () => createReadStream(path),
        run: (database, audit) => importCustomers(database, readTextFile(path), { dryRun, audit }),
      }));
    const text = reportText(data);
    const refusal = json ? `${file} has errors. Nothing was loaded.` : `${file} has errors:\n${text}`;
    return { data, text, ...(data.outcome === 'refused' && { refusal }) };
  },
});
