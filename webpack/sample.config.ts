import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { remote } from './index';

/** The remotes in this package's tests, one in each folder of `--env directory=…`. */
export default ({ directory }: { directory: string }) =>
  readdirSync(directory).map((folder) => ({
    ...remote(join(directory, folder), { name: 'sample-remote', title: 'Sample', navigation: [] }),
    cache: false,
  }));
