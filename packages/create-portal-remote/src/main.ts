#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { faultOfName, nextSteps, writeFiles } from './create-remote';
import { BUNDLER_NAMES, isBundler, remoteInRepository } from './in-repository';
import { shellRange } from './versions';

/** The process of `npm create portal-remote NAME -- --bundler vite`. */

const USAGE = `Name the remote: npm create portal-remote invoices -- --bundler ${BUNDLER_NAMES.join('|')}`;

const create = async (): Promise<string> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { bundler: { type: 'string', default: 'webpack' } },
  });
  const [name] = positionals;
  const { bundler } = values;
  if (name === undefined || positionals.length > 1 || !isBundler(bundler)) throw new Error(USAGE);
  const fault = existsSync(name) ? `${name} already exists. Choose another name.` : faultOfName(name);
  if (fault !== undefined) throw new Error(fault);
  await writeFiles(resolve(name), remoteInRepository({ name, shell: shellRange() }, bundler));
  return `Created ${name}. Next:\n\n${nextSteps(name)}`;
};

try {
  process.stdout.write(await create());
} catch (error) {
  process.stderr.write(`create-portal-remote: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
