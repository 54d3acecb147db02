import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPortal } from './portal';
import { STATUS, testPortal } from './testing/portal';
import { testWorkspace } from './testing/workspace';

const server = testPortal();
const { portal, portalWith } = testWorkspace(server.environment);

const ADVICE = 'Ask the operator of the portal for a token, and set PORTAL_TOKEN.';

it.each<[status: number, kind: string, text: string]>([
  [400, 'refused', 'SENTENCE'],
  [401, 'usage', `SENTENCE ${ADVICE}`],
  [403, 'refused', `SENTENCE ${ADVICE}`],
  [409, 'refused', 'SENTENCE'],
  [413, 'refused', 'SENTENCE'],
  [429, 'unreachable', 'SENTENCE'],
  [503, 'unreachable', 'SENTENCE'],
])('explains a response of %s', async (status, kind, text) => {
  server.refuse(status, 'The portal says why.');
  const { out, err, exitCode } = await portal('promote orders@1.5.0 --json');
  expect({ out, exitCode }).toEqual({ out: '', exitCode: kind === 'refused' ? 1 : 2 });
  expect(JSON.parse(err)).toEqual({
    error: { kind, message: text.replace('SENTENCE', 'The portal says why.') },
  });
});

it('says that an address is not that of a portal, and does not follow it to another', async () => {
  server.refuse(404, 'Not found');
  const { PORTAL_URL: url } = server.environment();
  const sentence = (status: number) =>
    `portal: ${url}/-/releases/status answered ${status}. Set PORTAL_URL to the address of the portal.\n`;
  expect(await portal('status')).toEqual({ out: '', err: sentence(404), exitCode: 2 });
  server.refuse(302, '', `${url}/-/releases/show`);
  expect(await portal('status')).toEqual({ out: '', err: sentence(302), exitCode: 2 });
  expect(server.calls().map(({ name }) => name)).toEqual(['status', 'status']);
});

it('says that a portal has another version', async () => {
  server.answer('status', [{ ...STATUS, versionCount: 'many' }]);
  expect(await portal('status')).toMatchObject({
    err: expect.stringContaining('is a portal of another version. Use its version of this command.'),
    exitCode: 2,
  });
});

it.each([
  [{ PORTAL_TOKEN: '' }, `PORTAL_TOKEN is missing. ${ADVICE}`],
  [
    { PORTAL_TOKEN: '', PORTAL_TOKEN_FILE: '/nowhere/token' },
    'PORTAL_TOKEN_FILE names /nowhere/token, which cannot be read (ENOENT).',
  ],
  [{ PORTAL_URL: '' }, 'PORTAL_URL is missing: the address of the portal, such as https://portal.example.'],
  [{ PORTAL_URL: 'portal' }, 'PORTAL_URL must be a URL such as https://portal.example, not portal.'],
  [
    { PORTAL_URL: 'http://portal.example' },
    'PORTAL_URL must start with https://: others on the network could read the token.',
  ],
  [
    { PORTAL_URL: 'http://127.0.0.1:1' },
    'http://127.0.0.1:1 does not answer. Check PORTAL_URL, and try again.',
  ],
])('explains a wrong environment: %j', async (environment: Record<string, string>, sentence) => {
  expect(await portalWith(environment, 'status')).toEqual({
    out: '',
    err: `portal: ${sentence}\n`,
    exitCode: 2,
  });
  expect(server.calls()).toEqual([]);
});

it('reads the token from a file, as secrets are mounted', async () => {
  const file = join(tmpdir(), `token-${process.pid}`);
  await writeFile(file, 'pt_orders\n');
  const environment = { PORTAL_TOKEN: '', PORTAL_TOKEN_FILE: file };
  expect(await portalWith(environment, 'status')).toMatchObject({ exitCode: 0 });
  expect(server.calls()).toMatchObject([{ authorization: 'Bearer pt_orders' }]);
  await rm(file);
});

it('calls a portal below a path', async () => {
  const { PORTAL_URL: url } = server.environment();
  await portalWith({ PORTAL_URL: `${url}/account/` }, 'status');
  expect(server.calls()).toMatchObject([{ path: '/account/-/releases/status' }]);
});

it('works as the operator where the portal runs, in the name of the author', async () => {
  const authors: string[] = [];
  const run = (...args: string[]) =>
    runPortal(args, io, {
      asOperator: (who, work) => {
        authors.push(who);
        return work({ base: new URL('http://portal/'), send: async () => Response.json([]) });
      },
    });
  const io = {
    stdout: { write: () => {} },
    stderr: { write: () => {} },
    env: { RELEASED_BY: 'ann' } as Record<string, string>,
    cwd: '/',
  };
  expect(await run('status')).toBe(0);
  expect(authors).toEqual(['ann']);
  // The address is that of another portal.
  io.env = { PORTAL_URL: 'https://portal.example' };
  expect(await run('status')).toBe(2);
  expect(authors).toEqual(['ann']);
});
