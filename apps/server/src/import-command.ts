import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from './config';
import { importAnywhere } from './import/import-anywhere';
import { reportText } from './import/import-report';
import { readTextFile } from './import/text-file';

/**
 * The process behind `portal import`, which has already checked the arguments: `FILE [--dry-run] [--json]`.
 * Prints the report; exit code 0: loaded, 1: refused. Exit code 2: failed, with the error as JSON on stderr.
 */

const root = fileURLToPath(new URL('../../..', import.meta.url));

const options = {
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
} as const;

const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const text = await readTextFile(positionals[0] ?? '');
  const report = await importAnywhere(readConfig(process.env, root), text, values['dry-run']);
  console.log(values.json ? JSON.stringify(report, null, 2) : reportText(report));
  return report.outcome === 'refused' ? 1 : 0;
};

process.exitCode = await run().catch((error: unknown) => {
  const failure: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const { name, message, code, syscall } = failure;
  console.error(JSON.stringify({ name, message, code, syscall }));
  return 2;
});
