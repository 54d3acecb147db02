import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config';
import { readCommandLine, usage } from './import/command-line';
import { importAnywhere } from './import/import-anywhere';
import { reportText } from './import/import-report';
import { readTextFile } from './import/text-file';

/** The process behind `portal import`. Exit code 0: loaded, 1: refused for wrong rows, 2: not even tried. */

const root = fileURLToPath(new URL('../../..', import.meta.url));

const run = async (): Promise<number> => {
  const command = readCommandLine(process.argv.slice(2));
  if (command.help) {
    console.log(usage);
    return 0;
  }
  // pnpm runs scripts in the workspace; the file is named from where the caller stands.
  const text = await readTextFile(resolve(process.env.INIT_CWD ?? '.', command.file));
  const report = await importAnywhere(readConfig(process.env, root), text, command.dryRun);
  const print = report.outcome === 'refused' && !command.json ? console.error : console.log;
  print(command.json ? JSON.stringify(report, null, 2) : reportText(report));
  return report.outcome === 'refused' ? 1 : 0;
};

process.exitCode = await run().catch((error: unknown) => {
  // The message says what to do; a stack would hide it.
  console.error(error instanceof Error ? error.message : error);
  return 2;
});
