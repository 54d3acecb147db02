import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

/**
 * `pnpm test`: what CI runs, fast suites first. `pnpm test --drills` also runs what starts processes, bundlers, portals or sites
 * of its own. Ends with the time of each suite, and with the number of passed and failed tests.
 */

const REPORTS = join(import.meta.dirname, 'node_modules/.cache/test');
const JEST_REPORT = join(REPORTS, 'jest.json');
const E2E_REPORT = join(import.meta.dirname, 'e2e/results/report.json');

interface Count {
  passed: number;
  failed: number;
  /** A text for each failed file: its path, and the start of its message. Absent if the suite prints it at its end. */
  failures?: string[];
}

interface Suite {
  name: string;
  command: string;
  /** The report of the suite, and how to count its tests; a suite without one counts as one test. */
  report?: { file: string; count: (report: unknown) => Count };
  /** Later suites depend on this one: stop if it fails. */
  required?: boolean;
}

const jestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numRuntimeErrorTestSuites: v.number(),
  testResults: v.array(v.object({ name: v.string(), status: v.string(), message: v.string() })),
});

const FAILURE_LINES = 30;

const countJest = (report: unknown): Count => {
  const result = v.parse(jestReport, report);
  return {
    passed: result.numPassedTests,
    failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
    failures: result.testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name, message }) => [name, ...message.split('\n').slice(0, FAILURE_LINES)].join('\n')),
  };
};

const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
});

/** Counts a flaky test, which passed only on a retry, as failed; Playwright's summary names it. */
const countPlaywright = (report: unknown): Count => {
  const { expected, unexpected, flaky } = v.parse(playwrightReport, report).stats;
  if (flaky > 0) process.stdout.write(`\n${flaky} flaky, counted as failed\n`);
  return { passed: expected, failed: unexpected + flaky };
};

const withDrills = process.argv.includes('--drills');

/** Jest passes over drills; Playwright has projects for them. */
const JEST_TESTS = withDrills ? '' : String.raw`--testPathIgnorePatterns /node_modules/ '\.drill\.test\.'`;
const E2E_TESTS = withDrills ? '--project=longest --project=drills' : '';

const SUITES: Suite[] = [
  { name: 'browser', command: 'tsx e2e/browser.ts', required: true },
  { name: 'build', command: 'pnpm build', required: true },
  { name: 'check', command: 'pnpm check' },
  {
    // The server's tests use PostgreSQL here: PGlite would start anew, for seconds, in each file.
    name: 'jest',
    command: `tsx apps/server/src/testing/run-on-postgres.ts jest --json "--outputFile=${JEST_REPORT}" ${JEST_TESTS}`,
    report: { file: JEST_REPORT, count: countJest },
  },
  {
    name: 'e2e',
    command: `pnpm --filter e2e test ${E2E_TESTS}`,
    report: { file: E2E_REPORT, count: countPlaywright },
  },
];

const run = async (command: string): Promise<boolean> => {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
  const exit: unknown[] = await once(child, 'exit');
  return exit[0] === 0;
};

const readReport = async ({ report }: Suite): Promise<Count | undefined> => {
  if (!report) return undefined;
  const text = await readFile(report.file, 'utf8').catch(() => undefined);
  return text ? report.count(JSON.parse(text)) : undefined;
};

/** A suite that fails without a failed test, because it crashed, counts as one failure. */
const outcome = async (suite: Suite, succeeded: boolean): Promise<Count> => {
  const count = (await readReport(suite)) ?? { passed: succeeded ? 1 : 0, failed: 0 };
  return { ...count, failed: succeeded ? count.failed : Math.max(count.failed, 1) };
};

for (const file of [JEST_REPORT, E2E_REPORT]) await rm(file, { force: true });
await mkdir(REPORTS, { recursive: true });
const total = { passed: 0, failed: 0, failures: new Array<string>(), times: new Array<string>() };

for (const suite of SUITES) {
  process.stdout.write(`\n── ${suite.name}: ${suite.command}\n`);
  const started = performance.now();
  const succeeded = await run(suite.command);
  total.times.push(`${suite.name} ${Math.round((performance.now() - started) / 1000)} s`);
  const { passed, failed, failures = [] } = await outcome(suite, succeeded);
  total.passed += passed;
  total.failed += failed;
  total.failures.push(...failures);
  if (failed > 0) total.failures.push(`Failed: ${suite.name}`);
  if (suite.required && !succeeded) break;
}

// Repeat failures at the end: later suites print thousands of lines.
for (const failure of total.failures) process.stdout.write(`\n${failure}\n`);
process.exitCode = total.failed === 0 ? 0 : 1;
process.stdout.write(`\n${total.times.join(', ')}\ntests: ${total.passed} passed, ${total.failed} failed\n`);
