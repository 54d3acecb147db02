import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { testWorkspace } from './testing/workspace';

// Processes start slowly on a busy machine.
jest.setTimeout(60_000);

it('passes arguments, environment, output and exit code between process and command', async () => {
  const workspace = await testWorkspace();
  const tsx = pathToFileURL(require.resolve('tsx')).href;
  const child = spawn(
    process.execPath,
    ['--import', tsx, join(__dirname, 'main.ts'), 'publish', 'orders', '--json'],
    {
      cwd: workspace.directory,
      env: {
        RELEASES_URL: 's3://acme-portal/releases',
        AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
        AWS_REGION: 'us-east-1',
        AWS_ACCESS_KEY_ID: 'key',
        AWS_SECRET_ACCESS_KEY: 'secret',
      },
    },
  );
  const [out, err, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
  expect(JSON.parse(err)).toEqual({
    error: {
      kind: 'unreachable',
      message: expect.stringMatching(/^The bucket acme-portal fails: .*ECONNREFUSED/),
    },
  });
  await workspace.remove();
});
