#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { embedCheck } from './embed-check';

/** The process of `embed-check`, for a site's pipeline. */

const HELP = `Lists what a site still needs to show the portal.

  embed-check https://portal.example --origin https://www.acme.example
  embed-check https://portal.example --page https://www.acme.example/account
  embed-check https://portal.example --pin

  --origin ORIGIN  the origin of the site
  --page URL       a page of the site, to check its Content-Security-Policy
  --pin            print the script element of the live version with its integrity, and nothing else
  --json           print one JSON document

Exit code 0: nothing is missing; 1: something is missing; 2: the check could not run.
`;

/** Errors that a person can fix, by name; those of Node's parseArgs by code. */
const isExpected = (error: Error): boolean =>
  ['UsageError', 'UnreachableError'].includes(error.name) ||
  ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'));

const readArgs = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      origin: { type: 'string' },
      page: { type: 'string' },
      pin: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });

try {
  const {
    values: { json, help, ...given },
    positionals: [url],
  } = readArgs();
  if (help) process.stdout.write(HELP);
  else {
    const { data, text, exitCode = 0 } = await embedCheck({ url, ...given });
    process.stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : `${text}\n`);
    process.exitCode = exitCode;
  }
} catch (error) {
  const message = error instanceof Error ? (isExpected(error) ? error.message : error.stack) : String(error);
  process.stderr.write(`embed-check: ${message}\n`);
  process.exitCode = 2;
}
