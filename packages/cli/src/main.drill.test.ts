import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

// Processes start slowly on a busy machine.
jest.setTimeout(60_000);

it('names npm commands, as a process in the repository of a team', async () => {
  const tsx = pathToFileURL(require.resolve('tsx')).href;
  const command = ['--import', tsx, join(__dirname, 'published.ts'), 'promote', '--help'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env: {} });
  expect(stdout).toMatch(/\n {2}npx portal promote orders@1\.4\.0\n/);
  expect(stdout + stderr).not.toContain('pnpm');
});
