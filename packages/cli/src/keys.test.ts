import { readFile, stat, writeFile } from 'node:fs/promises';
import { testWorkspace } from './testing/workspace';

const workspace = testWorkspace();
const { path: file, portal } = workspace;

const signed = (...args: string[]) =>
  workspace.portalWith({ RELEASE_SIGNING_KEY: 'orders.pem', RELEASE_PUBLIC_KEYS: 'keys.json' }, ...args);

it('creates a key file that only its owner can read, and prints the entry that makes the portal trust it', async () => {
  const { out, err, exitCode } = await portal('keys orders');
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  expect(out).toMatch(/^Created orders\.pem\. Keep it where only your pipeline can read it/);
  expect((await stat(file('orders.pem'))).mode & 0o777).toBe(0o600);

  await writeFile(file('keys.json'), out.slice(out.indexOf('{')));
  expect((await signed('publish', 'orders', '--version', '1.5.0')).exitCode).toBe(0);
  expect((await workspace.releaseOf('orders')).signature).toBeDefined();
  expect((await signed('publish', 'shell')).err).toMatch(/may not sign for shell/);
});

it('creates a key for all remotes and the shell', async () => {
  const { out } = await portal('keys * --file operator.pem --json');
  expect(JSON.parse(out)).toEqual({
    file: 'operator.pem',
    publicKeys: { '*': { keys: [expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/)] } },
  });
  expect(await readFile(file('operator.pem'), 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
});

it('never overwrites a key file', async () => {
  await portal('keys orders');
  const before = await readFile(file('orders.pem'), 'utf8');
  expect(await portal('keys orders')).toEqual({
    out: '',
    err: `portal: ${file('orders.pem')} exists already. Choose another file: --file new.pem\n`,
    exitCode: 2,
  });
  expect(await readFile(file('orders.pem'), 'utf8')).toBe(before);
});

it.each([
  ['keys', "missing required argument 'name'"],
  [
    'keys ../orders',
    'Invalid name ../orders. Use lower-case letters, digits and dashes, or "*" for all remotes and the shell.',
  ],
])('rejects "portal %s" with an explanation', async (command, sentence) => {
  expect(await portal(command)).toEqual({ out: '', err: `portal: ${sentence}\n`, exitCode: 2 });
});
