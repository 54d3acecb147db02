import { promote, publish, SHELL } from '@portal/releases';
import { defineCommand, type ArgsDef, type ParsedArgs } from 'citty';
import { readBuildElsewhere } from './build-elsewhere';
import { CHANGE_ARGS, changeData, startChange, type Change } from './change';
import { readConfig } from './config';
import { promotedText } from './promote';
import { refuseUnknown } from './refuse-unknown';
import { report } from './report';
import { uploadProgress } from './upload-progress';
import { UsageError } from './usage-error';
import { readApp, workspaceRemotes, type App } from './workspace-apps';

const args = {
  name: {
    type: 'positional',
    required: false,
    description: 'shell, or a folder of apps/ with a remote.json; with --from any name',
  },
  all: { type: 'boolean', default: false, description: 'everything that this workspace can publish' },
  version: {
    type: 'string',
    valueHint: '1.4.0',
    description: 'else that of its package.json, marked with its content',
  },
  from: { type: 'string', valueHint: 'dir', description: 'a folder with a build from elsewhere' },
  descriptor: { type: 'string', valueHint: 'file', description: 'the remote.json that belongs to --from' },
  promote: { type: 'boolean', default: false, description: 'make it live at once' },
  ...CHANGE_ARGS,
} as const satisfies ArgsDef;

type Given = ParsedArgs<typeof args>;

/** @throws UsageError when it is not clear which apps are meant */
const readApps = async ({ name, all, version, from, descriptor }: Given): Promise<App[]> => {
  if (descriptor !== undefined && from === undefined)
    throw new UsageError('Say where the build is that --descriptor belongs to: --from dist');
  if (all && (from ?? version) !== undefined)
    throw new UsageError('Name one remote: --version and --from cannot be those of all.');
  if (name && from !== undefined)
    return [await readBuildElsewhere({ name, from, descriptor, version }, readConfig().callerDirectory)];
  const known = [SHELL, ...(await workspaceRemotes())];
  if (all && !name) return Promise.all(known.map(readApp));
  if (!all && name && known.includes(name)) return [await readApp(name)];
  throw new UsageError(`Name what to publish: ${known.join(', ')}, or --all.`);
};

/** Publishes one app, and promotes it if that was asked for. */
const release = async ({ store, by }: Change, app: App, given: Given) => {
  const dryRun = given['dry-run'];
  const published = await publish(store, {
    ...app,
    ...(given.version !== undefined && { version: given.version }),
    by,
    onFile: uploadProgress(app.name, given),
  });
  const { version, changed } = published;
  const promoted = given.promote ? await promote(store, app.name, version, by) : undefined;
  const isPublished = changed && dryRun ? 'would be published' : 'is published';
  return {
    data: {
      version,
      ...changeData(promoted ?? published, dryRun),
      changed: changed || promoted?.changed === true,
      files: Object.keys(published.document.versions[version]?.integrity ?? {}).length,
    },
    text: promoted
      ? promotedText(promoted, dryRun)
      : `${app.name}@${version} ${isPublished}${changed ? '' : ' already'}`,
    warnings: published.warnings,
  };
};

const releaseEach = async (change: Change, apps: App[], given: Given) => {
  const released = [];
  for (const app of apps) released.push(await release(change, app, given));
  return released;
};

/**
 * `portal publish NAME | --all [--version V] [--from DIR --descriptor FILE] [--promote]`: keeps what was built as a
 * version, and makes it live if asked to. It is rehearsed first, so that nothing is stored when any of it is refused.
 */
export const publishCommand = defineCommand({
  meta: { name: 'publish', description: 'Publish what was built as a version that never changes again.' },
  args,
  run: async ({ args: given }) => {
    refuseUnknown(given, args);
    const apps = await readApps(given);
    const rehearsed = await releaseEach(await startChange({ ...given, 'dry-run': true }), apps, given);
    const released = given['dry-run'] ? rehearsed : await releaseEach(await startChange(given), apps, given);
    report(given, {
      data: given.all ? released.map(({ data }) => data) : released[0]?.data,
      text: released.map(({ text }) => text).join('\n'),
      warnings: [...new Set(released.flatMap(({ warnings }) => warnings))],
    });
  },
});
