import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config';
import { readCommandLine, usage } from './import/command-line';
import { importAnywhere } from './import/import-anywhere';
import { reportText } from './import/import-report';
import { readTextFile } from './import/text-file';

/** The process behind `portal import`. Exit codes: 0 loaded, 1 wrong rows, 2 not attempted. */

const root = fileURLToPath(new URL('../../..', import.meta.url));

const run = async (): Promise<number> => {
  const command = readCommandLine(process.argv.slice(2));
  if (command.help) {
    console.log(usage);
    return 0;
  }
  // pnpm changes the directory; INIT_CWD is the caller's.
  const text = await readTextFile(resolve(process.env.INIT_CWD ?? '.', command.file));
  const report = await importAnywhere(readConfig(process.env, root), text, command.dryRun);
  const print = report.outcome === 'refused' && !command.json ? console.error : console.log;
  print(command.json ? JSON.stringify(report, null, 2) : reportText(report));
  return report.outcome === 'refused' ? 1 : 0;
};

process.exitCode = await run().catch((error: unknown) => {
  // Print only the message: it says what to do.
  console.error(error instanceof Error ? error.message : error);
  return 2;
});
