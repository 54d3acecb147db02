import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Processes start, and an embedded database is made.
jest.setTimeout(120_000);

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'portal-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Runs `portal import` as a person in `directory` does. */
const portalImport = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', join(__dirname, 'main.ts'), 'import', ...args],
    {
      encoding: 'utf8',
      cwd: join(__dirname, '..'),
      env: { PATH: process.env['PATH'], DATA_DIR: join(directory, 'data'), INIT_CWD: directory },
    },
  );
  return { status, stdout, stderr };
};

test('passes file, options and exit code on', () => {
  writeFileSync(join(directory, 'customers.json'), '[{ "email": "ann@example.com" }]');
  const report = portalImport('customers.json', '--json');
  expect(report.status).toBe(0);
  expect(JSON.parse(report.stdout)).toMatchObject({ outcome: 'loaded', customers: { new: 1 } });
});

test('ends like the import when that refuses', () => {
  writeFileSync(join(directory, 'customers.json'), '[{ "email": "nobody" }]');
  expect(portalImport('customers.json', '--dry-run')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('line 1: email is not an e-mail address'),
  });
});

test('ends with the usage when it is called wrongly', () => {
  expect(portalImport()).toMatchObject({ status: 2, stderr: expect.stringContaining('Which file') });
});
