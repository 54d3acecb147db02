import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { testWorkspace } from './testing/workspace';

// Processes start slowly on a busy machine.
jest.setTimeout(60_000);

const workspace = testWorkspace();

/** Runs the published `portal` as a process. */
const run = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const tsx = pathToFileURL(require.resolve('tsx')).href;
  const child = spawn(process.execPath, ['--import', tsx, join(__dirname, 'published.ts'), ...args], {
    cwd: workspace.path(),
    env,
  });
  const [out, err, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { out, err, exitCode };
};

it('passes arguments, environment, output and exit code between process and command', async () => {
  const { out, err, exitCode } = await run(['publish', 'orders', '--json'], {
    RELEASES_URL: 's3://acme-portal/releases',
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  });
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
  expect(JSON.parse(err)).toEqual({
    error: {
      kind: 'unreachable',
      message: expect.stringMatching(/^The bucket acme-portal fails: .*ECONNREFUSED/),
    },
  });
});

it('explains how to publish with npm commands', async () => {
  await rm(workspace.path('apps'), { recursive: true });
  expect(await run(['status'])).toEqual({
    out: 'Nothing is published yet. Build and publish: npm run build && npx portal publish --promote\n',
    err: '',
    exitCode: 0,
  });
});
