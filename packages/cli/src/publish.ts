import { userInfo } from 'node:os';
import { openReleases, promote, publish } from '@portal/releases';
import { defineCommand, type ArgsDef } from 'citty';
import { readReleasesUrl } from './config';
import { refuseUnknown } from './refuse-unknown';
import { UsageError } from './usage-error';
import { publishableApps, readApp } from './workspace-apps';

const appsAskedFor = async (all: boolean, name: string | undefined): Promise<string[]> => {
  const known = await publishableApps();
  if (all && !name) return known;
  if (!all && name && known.includes(name)) return [name];
  throw new UsageError(`Name what to publish: ${known.join(', ')}, or --all.`);
};

const args = {
  name: {
    type: 'positional',
    required: false,
    description: 'shell, or a folder of apps/ with a remote.json',
  },
  all: { type: 'boolean', default: false, description: 'everything that can be published' },
  promote: { type: 'boolean', default: false, description: 'make it live at once' },
} as const satisfies ArgsDef;

/** `portal publish NAME | --all [--promote]`: keeps what was built as a version, and makes it live if asked to. */
export const publishCommand = defineCommand({
  meta: { name: 'publish', description: 'Publish what was built as a version that never changes again.' },
  args,
  run: async ({ args: given }) => {
    refuseUnknown(given, args);
    const store = openReleases(readReleasesUrl());
    for (const name of await appsAskedFor(given.all, given.name)) {
      const by = { who: userInfo().username, now: new Date() };
      const { version } = await publish(store, { ...(await readApp(name)), by });
      if (given.promote) await promote(store, name, version, by);
      process.stdout.write(`${name}@${version} ${given.promote ? 'is live' : 'is published'}\n`);
    }
  },
});
