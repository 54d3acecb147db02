import { newestFirst, requireDocument } from '@portal/releases';
import { defineCommand, type ArgsDef } from 'citty';
import { readConfig } from './config';
import { openStore } from './open-store';
import { refuseUnknown } from './refuse-unknown';
import { readStatuses } from './release-status';
import { report } from './report';
import { historyText, statusText, versionsText } from './status-text';

const args = {
  name: { type: 'positional', required: false, description: 'a remote, or shell; absent: everything' },
  json: { type: 'boolean', default: false, description: 'print one JSON document' },
} as const satisfies ArgsDef;

/** `portal status [NAME]`: what customers get and how it fares; of one remote also its versions and history. */
export const statusCommand = defineCommand({
  meta: { name: 'status', description: 'Say what is live, canary and previous, and how it fares.' },
  args,
  run: async ({ args: given }) => {
    refuseUnknown(given, args);
    const store = await openStore(readConfig());
    const now = new Date();
    const { name } = given;
    if (name === undefined) {
      const statuses = await readStatuses(store, (await store.names()).sort());
      report(given, {
        data: statuses,
        text:
          statuses.map((status) => statusText(status)).join('\n\n') ||
          'Nothing is published yet. Build and publish: pnpm build && pnpm portal publish --all --promote',
      });
      return;
    }
    const document = requireDocument(await store.read(name), name);
    const [status] = await readStatuses(store, [name]);
    if (!status) return;
    const versions = newestFirst(document).map((version) => ({
      version,
      publishedAt: document.versions[version]?.publishedAt ?? '',
    }));
    report(given, {
      data: { ...status, versions, history: document.history },
      text: [statusText(status), versionsText(versions, now), historyText(document.history)].join('\n\n'),
    });
  },
});
