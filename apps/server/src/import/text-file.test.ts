import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTextFile, UnreadableFileError } from './text-file';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-'));
});
afterEach(() => rm(directory, { recursive: true }));

const write = async (bytes: Uint8Array | string) => {
  const path = join(directory, 'customers.json');
  await writeFile(path, bytes);
  return path;
};

const readTextFile = async (path: string) => {
  let text = '';
  for await (const chunk of await openTextFile(path)) text += chunk;
  return text;
};

test('reads UTF-8, with and without a byte order mark', async () => {
  expect(await readTextFile(await write('["é"]'))).toBe('["é"]');
  expect(await readTextFile(await write('\ufeff["é"]'))).toBe('["é"]');
});

test('asks for UTF-8 when a file has another encoding', async () => {
  const reading = readTextFile(await write(Buffer.from('["é"]', 'latin1')));
  await expect(reading).rejects.toThrow(UnreadableFileError);
  await expect(reading).rejects.toThrow('Save it as UTF-8');
});

test('rejects a missing file and a folder', async () => {
  await expect(readTextFile(join(directory, 'none.json'))).rejects.toThrow('no such file');
  await expect(readTextFile(directory)).rejects.toThrow('it is a folder');
});
