import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTextFile, UnreadableFileError } from './text-file';

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

const read = async (path: string) => {
  let text = '';
  for await (const chunk of readTextFile(path)) text += Buffer.from(chunk).toString();
  return text;
};

test('reads UTF-8', async () => {
  expect(await read(await write('["é"]'))).toBe('["é"]');
});

test('asks for UTF-8 when a file has another encoding', async () => {
  const reading = read(await write(Buffer.from('["é"]', 'latin1')));
  await expect(reading).rejects.toThrow(UnreadableFileError);
  await expect(reading).rejects.toThrow('Save it as UTF-8');
});

test('rejects a missing file and a folder', async () => {
  await expect(read(join(directory, 'none.json'))).rejects.toThrow('no such file');
  await expect(read(directory)).rejects.toThrow('it is a folder');
});
