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

describe('rotate', () => {
  /** Makes a key, and returns its public half. */
  const keyFor = async (name: string, pem: string): Promise<string> =>
    JSON.parse((await portal(`keys ${name} --file ${pem} --json`)).out).publicKeys[name].keys[0];
  const trust = (keys: Record<string, string[]>) =>
    workspace.write({
      'keys.json': JSON.stringify(
        Object.fromEntries(Object.entries(keys).map(([name, list]) => [name, { keys: list }])),
      ),
    });
  const run = (pem: string, command: string) =>
    workspace.portalWith(
      { RELEASE_SIGNING_KEY: pem, RELEASE_PUBLIC_KEYS: 'keys.json' },
      ...command.split(' '),
    );
  const DONE = 'No release needs the former key any more: remove it from RELEASE_PUBLIC_KEYS.\n';

  let team: string;
  let all: string;
  beforeEach(async () => {
    [team, all] = [await keyFor('orders', 'orders.pem'), await keyFor('*', 'portal.pem')];
    await trust({ orders: [team], '*': [all] });
    await run('portal.pem', 'publish shell --promote');
    await run('orders.pem', 'publish orders --promote');
    await workspace.writeRemote('apps/invoices', 'invoices');
    await run('portal.pem', 'publish invoices --promote');
  });

  it('of a team signs its own releases, and of * those that no team signed; the former keys can go', async () => {
    const [newTeam, newAll] = [await keyFor('orders', 'orders-2.pem'), await keyFor('*', 'portal-2.pem')];
    await trust({ orders: [team, newTeam], '*': [all, newAll] });
    expect(await run('orders-2.pem', 'keys rotate')).toEqual({
      out: `Signed with your key: orders\n${DONE}`,
      err: '',
      exitCode: 0,
    });
    expect((await run('portal-2.pem', 'keys rotate')).out).toBe(
      `Signed with your key: invoices, shell\n${DONE}`,
    );

    await trust({ orders: [newTeam], '*': [newAll] });
    const status = await run('orders-2.pem', 'status --json');
    expect(status).toMatchObject({ err: '', exitCode: 0 });
    expect((await run('portal-2.pem', 'keys rotate')).out).toBe(
      `Already signed with it: invoices, shell\n${DONE}`,
    );
  });

  it('signs the others when a document is damaged, and the rest when it is repeated', async () => {
    await trust({ orders: [team], '*': [all, await keyFor('*', 'portal-2.pem')] });
    const document = file('.portal/releases/invoices/release.json');
    const whole = await readFile(document, 'utf8');
    await writeFile(document, '{');
    expect(await run('portal-2.pem', 'keys rotate')).toEqual({
      out: '',
      err: expect.stringMatching(/^portal: invoices\/release\.json is damaged\./),
      exitCode: 1,
    });
    await writeFile(document, whole);
    expect((await run('portal-2.pem', 'keys rotate')).out).toBe(
      `Signed with your key: invoices\nAlready signed with it: shell\n${DONE}`,
    );
  });

  it('explains what is missing', async () => {
    await keyFor('orders', 'orders-2.pem');
    expect(await run('orders-2.pem', 'keys rotate')).toEqual({
      out: '',
      err: 'portal: There is nothing to sign. Set RELEASE_SIGNING_KEY to the new key, and RELEASE_PUBLIC_KEYS to the file that has its public key beside the former one.\n',
      exitCode: 1,
    });
    expect((await portal('keys rotate')).err).toMatch(
      /^portal: There is nothing to sign\. Set RELEASE_SIGNING_KEY/,
    );
  });
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
