import { calls as portalCalls } from '@portal/api/wire';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { mockedCalls } from './mocked-calls';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'mocks-'))));
afterEach(() => rm(folder, { recursive: true }));

const write = async (file: string, content: string) => {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), content);
};

const ORIGIN = 'https://portal.example';
const CUSTOMER = { access: 'customer' } as const;

it.each(Object.entries(portalCalls))('answers %s as the portal does', async (_, call) => {
  const answer = await mockedCalls(folder, CUSTOMER);
  const response = await answer(new Request(ORIGIN + call.path, { method: call.method }));
  expect(response?.status).toBe(200);
  expect(v.safeParse(call.response, await response?.json()).issues).toBeUndefined();
});

it('returns the requested order for any order number', async () => {
  const answer = await mockedCalls(folder, CUSTOMER);
  const response = await answer(new Request(`${ORIGIN}/serviceOrder/get?serviceOrderNbr=SO-7`));
  expect(await response?.json()).toMatchObject([{ ServiceOrderNbr: { value: 'SO-7' } }]);
});

it('has no session for a remote with anonymous access', async () => {
  const answer = await mockedCalls(folder, { access: 'anonymous' });
  expect((await answer(new Request(`${ORIGIN}/auth-check`)))?.status).toBe(401);
});

it('leaves other requests alone', async () => {
  const answer = await mockedCalls(folder, CUSTOMER);
  expect(await answer(new Request(`${ORIGIN}/visits`))).toBeUndefined();
});

it('rejects a mocks file without handlers with an explanation', async () => {
  await write('dev/mocks.ts', 'export const others = [];');
  await expect(mockedCalls(folder, CUSTOMER)).rejects.toMatchObject({
    name: 'UsageError',
    message: expect.stringMatching(/dev\/mocks\.ts cannot be used: .*It must export `handlers` of MSW/s),
  });
});
