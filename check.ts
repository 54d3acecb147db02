import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';

/**
 * `pnpm check [NAME…]`: checks types, rules, format, unused code, translations and the size of the first page, as many at a
 * time as there are cores, or only what is named: `pnpm check types` runs both programs, `pnpm check parts` tries the server
 * without its parts. Prints a line for each check with its time and what it notes, then the output of failed checks. Exit code
 * 0: all passed.
 */

const types = (project: string) => `node node_modules/typescript7/bin/tsc --noEmit -p ${project}`;

/** Skips files that passed and have not changed. */
const CACHE = '--cache --cache-strategy content';

const CHECKS = {
  'types: browser': types('tsconfig.browser.json'),
  'types: node': types('tsconfig.node.json'),
  format: `prettier --check --log-level warn ${CACHE} .`,
  unused: 'knip --cache --cache-location node_modules/.cache/knip --no-progress',
  rules: 'oxlint',
  texts: 'tsx packages/texts/check.ts',
  budget: 'tsx bench/budget.ts',
  parts: 'tsx tools/parts/check.ts',
};

/** Takes minutes: runs only if it is named. */
const NAMED_ONLY = 'parts';

/** Runs one check and prints its line; returns its output if it failed. */
const check = async ([name, command]: [string, string]): Promise<string[]> => {
  const started = performance.now();
  const child = spawn(`${command} 2>&1`, { shell: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const [exit, output]: [unknown[], string] = await Promise.all([once(child, 'close'), text(child.stdout)]);
  const passed = exit[0] === 0;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const line = `${passed ? '✓' : '✗'} ${name.padEnd(16)}${seconds.padStart(5)} s`;
  const notes = output.match(/^note: .*$/gm) ?? [];
  process.stdout.write(`${[line, ...notes].join('\n')}\n`);
  return passed ? [] : [`\n── ${name}: ${command}\n${output}`];
};

const asked = process.argv.slice(2);
const isNamed = (name: string) => (given: string) => name === given || name.startsWith(`${given}:`);
const names = Object.keys(CHECKS);
const unknown = asked.filter((given) => !names.some((name) => isNamed(name)(given)));
if (unknown.length > 0) {
  process.stderr.write(`Unknown check ${unknown.join(', ')}. Name one of: ${names.join(', ')}.\n`);
  process.exit(2);
}
const chosen = Object.entries(CHECKS).filter(([name]) =>
  asked.length === 0 ? name !== NAMED_ONLY : asked.some(isNamed(name)),
);
process.stdout.write(`Running ${chosen.map(([name]) => name).join(', ')}\n`);
const failures: string[] = [];
const waiting = chosen.values();
const work = async () => {
  for (const next of waiting) failures.push(...(await check(next)));
};
await Promise.all(Array.from({ length: availableParallelism() }, work));
process.stdout.write(failures.join(''));
process.exitCode = failures.length === 0 ? 0 : 1;
