import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOwnDescriptor } from './descriptor';

const DESCRIPTOR = {
  name: 'sample',
  title: 'Sample',
  access: 'customer',
  routes: ['/sample'],
  navigation: [],
  requires: { shell: '*' },
};

/** Creates a remote's folder with this content of its `remote.json`. */
const folderWith = async (content: string): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'descriptor-'));
  await writeFile(join(directory, 'remote.json'), content);
  return directory;
};

it('explains where to build if the file is missing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'descriptor-'));
  expect(() => readOwnDescriptor(directory)).toThrow(
    `${join(directory, 'remote.json')} is missing. Build in the folder of the remote, or create the file there: copy the remote.json of another remote, and adapt it.`,
  );
});

it('reports the position of invalid JSON', async () => {
  const directory = await folderWith('{ "name": "sample", }');
  expect(() => readOwnDescriptor(directory)).toThrow(
    /remote\.json is not JSON: .* position 20.* Fix it and build again\.$/,
  );
});

it('lists the errors in a descriptor', async () => {
  const directory = await folderWith(JSON.stringify({ ...DESCRIPTOR, name: 'Sample', routes: ['sample'] }));
  expect(() => readOwnDescriptor(directory)).toThrow(
    /remote\.json is not valid:\n.*lower-case letters[^]*at name[^]*must be a path[^]*at routes\.0/,
  );
});
