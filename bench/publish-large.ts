import { randomBytes } from 'node:crypto';
import { teamAt } from './team';

/** Publishes large versions of remotes at once: `publish-large.ts URL DATA_DIR VERSION`. A process of its own, as teams have. */

const TEAMS = 8;
const BYTES = 60_000_000;

const [url = '', dataDir = '', version = ''] = process.argv.slice(2);

const names = Array.from({ length: TEAMS }, (_, index) => `large-${index}`);
const teams = await Promise.all(
  names.map(async (name) => ({ name, ...(await teamAt({ url, dataDir }, name, [name])) })),
);
const content = new Uint8Array(randomBytes(BYTES));

process.stdout.write('ready\n');
await Promise.all(
  teams.map(({ name, publish }) =>
    publish(
      {
        name,
        version,
        descriptor: {
          name,
          title: name,
          access: 'customer',
          routes: [`/${name}`],
          navigation: [],
          requires: { shell: '*' },
        },
      },
      {
        'build.json': JSON.stringify({ entry: 'entry.js', globalName: name.replace('-', '_'), preload: [] }),
        'entry.js': `var ${name.replace('-', '_')} = '${version}';`,
        'film.webm': content,
      },
    ),
  ),
);
