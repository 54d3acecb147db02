import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { plainDescriptor, writeBuild } from '../e2e/support/builds';
import { SCRATCH, teamAt } from './portal';

/** Publishes large versions of remotes at once: `publish-large.ts URL DATA_DIR VERSION`. A process of its own, as teams have. */

const TEAMS = 8;
const BYTES = 60_000_000;

const [url = '', dataDir = '', version = ''] = process.argv.slice(2);
const film = randomBytes(BYTES);

const prepare = async (name: string) => {
  const globalName = name.replace('-', '_');
  const directory = await writeBuild({
    folder: join(SCRATCH, 'large', name),
    descriptor: plainDescriptor(name),
    build: { entry: 'entry.js', globalName },
    files: { 'entry.js': `var ${globalName} = '${version}';`, 'film.webm': film },
  });
  return { team: await teamAt({ url, dataDir }, [name]), directory };
};

const names = Array.from({ length: TEAMS }, (_, index) => `large-${index}`);
const teams = await Promise.all(names.map(prepare));
process.stdout.write('ready\n');
await Promise.all(teams.map(({ team, directory }) => team('publish', directory, '--version', version)));
