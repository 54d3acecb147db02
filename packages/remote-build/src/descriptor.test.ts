import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DESCRIPTOR } from '@portal/contract/testing';
import { readOwnDescriptor } from './descriptor';

/** Reads the descriptor of a folder whose `remote.json` has this content. */
const read = async (content?: string) => {
  const directory = await mkdtemp(join(tmpdir(), 'descriptor-'));
  if (content !== undefined) await writeFile(join(directory, 'remote.json'), content);
  return readOwnDescriptor(directory);
};

it.each([
  ['where to build if the file is missing', undefined, /remote\.json is missing\. Build in the folder/],
  ['the position of invalid JSON', '{ "name": "sample", }', /is not JSON: .* position 20.* Fix it and build/],
  [
    'the errors in a descriptor',
    JSON.stringify({ ...DESCRIPTOR, name: 'Sample', routes: ['sample'] }),
    /remote\.json is not valid:\n.*lower-case letters[^]*at name[^]*must be a path[^]*at routes\.0/,
  ],
  [
    'a range of shells without that of the packages',
    JSON.stringify({ ...DESCRIPTOR, requires: { shell: '^2.0.0' } }),
    /\/requires\/shell is "\^2\.0\.0", but the installed packages are for shell 1\. Use "\^1\.0\.0"/,
  ],
  [
    'a malformed range of shells',
    JSON.stringify({ ...DESCRIPTOR, requires: { shell: 'new' } }),
    /\/requires\/shell is "new"/,
  ],
])('explains %s', async (_, content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});
