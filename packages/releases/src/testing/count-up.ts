import { openReleases } from '../open-releases';
import { withOneMore } from './one-more';

/** A process of its own that updates a release document many times: `count-up.ts <address> <name> <times>`. */
const [address = '', name = '', times = '0'] = process.argv.slice(2);
const store = openReleases(new URL(address));
await Promise.all(Array.from({ length: Number(times) }, () => store.update(name, withOneMore)));
