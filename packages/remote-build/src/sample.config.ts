import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { portalRemote } from './webpack';

/** The remotes in this package's tests, one in each folder of `--env directory=…`. */
export default ({ directory }: { directory: string }) =>
  readdirSync(directory).map((folder) => ({
    ...portalRemote({ directory: join(directory, folder) }),
    cache: false,
  }));
