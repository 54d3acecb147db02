import { openStorage } from '../open-releases';

/** A process that increments a document, many times at once: `count-up.ts <url> <name> <times>`. */
const [url = '', name = '', times = '0'] = process.argv.slice(2);
const storage = openStorage(new URL(url));
const step = () => storage.updateDocument(name, 'release.json', (count) => String(Number(count ?? 0) + 1));
await Promise.all(Array.from({ length: Number(times) }, step));
