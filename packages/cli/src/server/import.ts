import { resolve } from 'node:path';
import { readConfig } from '../config';
import { runServerProcess } from './server-process';
import { UsageError } from '../failure';
import { examples, JSON_OPTION, type AddVerb } from '../verb';

export const addImport: AddVerb = (portal, { io, print }) =>
  void portal
    .command('import')
    .description('Load customers and their orders from a JSON file: all of it, or nothing.')
    .argument('[file]', 'a JSON file; docs/operations.md has the format')
    .option('--dry-run', 'report what would be loaded, change nothing')
    .option(...JSON_OPTION)
    .addHelpText('after', examples('import customers.json', 'import customers.json --dry-run'))
    .action(async (file, { json, dryRun }) => {
      if (!file) throw new UsageError('Name the file to import: pnpm portal import customers.json');
      const path = resolve(readConfig(io).callerDirectory, file);
      const flags = [...(dryRun ? ['--dry-run'] : []), ...(json ? ['--json'] : [])];
      const { printed: report, isNo } = await runServerProcess('import', [path, ...flags], io);
      const data: unknown = json ? JSON.parse(report) : undefined;
      const refusal = json ? `${file} has errors. Nothing was loaded.` : `${file} has errors:\n${report}`;
      print({ data, text: report, ...(isNo && { refusal }) });
    });
