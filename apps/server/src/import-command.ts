import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runCommand } from './command';
import { runImport } from './import/run-import';
import { reportText } from './import/import-report';
import { openTextFile } from './import/text-file';

/**
 * The process behind `portal import`: `FILE [--dry-run] [--json]`. Prints the report; exit code 0: loaded, 1: refused.
 */

// Saves memory: by default, V8 lets the heap grow to several times its used size before it collects garbage.
setFlagsFromString('--heap-growing-percent=20');

const options = {
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

await runCommand(process.env, async (config) => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const file = await openTextFile(positionals[0] ?? '');
  const report = await runImport(config, file, values['dry-run']);
  console.log(values.json ? JSON.stringify(report, null, 2) : reportText(report));
  return report.outcome === 'refused' ? 1 : 0;
});
