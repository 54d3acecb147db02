import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { testWorkspace } from './testing/workspace';

// Processes start slowly on a busy machine.
jest.setTimeout(60_000);

const workspace = testWorkspace();

it('explains how to publish with npm commands, as a process in the repository of a team', async () => {
  await rm(workspace.path('apps'), { recursive: true });
  const tsx = pathToFileURL(require.resolve('tsx')).href;
  const command = ['--import', tsx, join(__dirname, 'published.ts'), 'status'];
  const run = promisify(execFile)(process.execPath, command, { cwd: workspace.path(), env: {} });
  expect(await run).toEqual({
    stdout: 'Nothing is published yet. Build and publish: npm run build && npx portal publish --promote\n',
    stderr: '',
  });
});
