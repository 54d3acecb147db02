import { openReleases, promote, publish, ReleaseError } from '@portal/releases';
import { defineCommand } from 'citty';
import { readReleasesUrl } from './config';
import { publishableApps, readApp } from './workspace-apps';

const appsAskedFor = async (all: boolean, name: string | undefined): Promise<string[]> => {
  const known = await publishableApps();
  if (all) return known;
  if (name && known.includes(name)) return [name];
  throw new ReleaseError(`Name what to publish: ${known.join(', ')}, or --all.`);
};

/** `portal publish NAME | --all [--promote]`: keeps what was built as a version, and makes it live if asked to. */
export const publishCommand = defineCommand({
  meta: { name: 'publish', description: 'Publish what was built as a version that never changes again.' },
  args: {
    name: {
      type: 'positional',
      required: false,
      description: 'shell, or a folder of apps/ with a remote.json',
    },
    all: { type: 'boolean', default: false, description: 'everything that can be published' },
    promote: { type: 'boolean', default: false, description: 'make it live at once' },
  },
  async run({ args }) {
    const store = openReleases(readReleasesUrl());
    for (const name of await appsAskedFor(args.all, args.name)) {
      const version = await publish(store, { ...(await readApp(name)), now: new Date() });
      if (args.promote) await promote(store, name, version);
      process.stdout.write(`${name}@${version} ${args.promote ? 'is live' : 'is published'}\n`);
    }
  },
});
