import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openStorage } from './open-releases';
import { emptyDirectory } from './testing/build';

const TSX = pathToFileURL(createRequire(__filename).resolve('tsx')).href;

it('a document in a directory loses no update of two processes', async () => {
  const url = pathToFileURL(await emptyDirectory());
  const program = `import { openStorage } from ${JSON.stringify(join(__dirname, 'open-releases.ts'))};
    const storage = openStorage(new URL('${url.href}'));
    const step = () => storage.updateDocument('orders', 'release.json', (text) => String(Number(text ?? 0) + 1));
    await Promise.all(Array.from({ length: 20 }, step));`;
  const args = ['--import', TSX, '--input-type=module', '--eval', program];
  const run = () => promisify(execFile)(process.execPath, args);
  await Promise.all([run(), run()]);
  expect(await openStorage(url).readDocument('orders', 'release.json')).toBe('40');
});
