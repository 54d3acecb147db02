import { DESCRIPTOR_FILE, type Verification } from '@portal/contract';
import {
  canary,
  keepVerification,
  promote,
  publish,
  readDescriptor,
  ReleaseError,
  SHELL,
  sizeText,
} from '@portal/releases';
import type { ArgsDef, ParsedArgs } from 'citty';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readExternalBuild, workspaceApps, type App } from './apps';
import { readPercent, startedText } from './canary';
import { CHANGE_ARGS, changeData, startChange, type Change } from './change';
import { readConfig } from './config';
import { promotedText } from './promote';
import { nearest, UsageError } from './usage-error';
import { defineVerb, type Io } from './verb';
import { VERIFY_ARGS, verifyApps } from './verify';
import { verifiedText } from './verification/verified-text';

const args = {
  name: {
    type: 'positional',
    required: false,
    description:
      'shell, or a folder of apps/ with a remote.json; with --from any name; default: the remote in this folder',
  },
  all: { type: 'boolean', default: false, description: 'the shell and every remote of this workspace' },
  version: {
    type: 'string',
    valueHint: '1.4.0',
    description: 'default: the version in package.json, plus a hash of the content',
  },
  from: { type: 'string', valueHint: 'dir', description: 'the folder with a build from elsewhere' },
  descriptor: { type: 'string', valueHint: 'file', description: 'the remote.json of the build in --from' },
  promote: { type: 'boolean', default: false, description: 'make it live at once' },
  'allow-size': {
    type: 'boolean',
    default: false,
    description: 'accept a first screen that needs more than 200 KB',
  },
  verify: {
    type: 'boolean',
    default: false,
    description: 'first mount its screens in the shell of a portal, as `verify` does, and keep the result',
  },
  ...VERIFY_ARGS,
  canary: {
    type: 'string',
    valueHint: '0-100',
    description: 'give it to this share of the visitors at once',
  },
  ...CHANGE_ARGS,
} as const satisfies ArgsDef;

type Given = ParsedArgs<typeof args>;

/** Reads the build of the remote in a folder: a repository of its own. */
const readOwnBuild = async (directory: string, version: string | undefined): Promise<App> => {
  const { name } = await readDescriptor(join(directory, DESCRIPTOR_FILE));
  return readExternalBuild({ name, from: 'dist', descriptor: DESCRIPTOR_FILE, version }, directory);
};

/** Reads the apps that the arguments name. @throws UsageError unless they name one app, or all */
const readApps = async (given: Given, io: Io): Promise<App[]> => {
  const { name, all, version, from, descriptor } = given;
  if (descriptor !== undefined && from === undefined)
    throw new UsageError('--descriptor needs --from, the folder of its build: --from dist');
  if (given.promote && given.canary !== undefined)
    throw new UsageError('Use --promote or --canary, not both.');
  const [surplus] = Object.keys(VERIFY_ARGS).filter((option) => option in given);
  if (!given.verify && surplus !== undefined)
    throw new UsageError(`--${surplus} needs --verify. Add --verify, or leave --${surplus} out.`);
  if (all && (from ?? version ?? given.canary) !== undefined)
    throw new UsageError('Name one remote: --version, --from and --canary apply to one only.');
  if (name && from !== undefined)
    return [await readExternalBuild({ name, from, descriptor, version }, readConfig(io).callerDirectory)];
  const { callerDirectory } = readConfig(io);
  if (!name && !all && existsSync(join(callerDirectory, DESCRIPTOR_FILE)))
    return [await readOwnBuild(callerDirectory, version)];
  const apps = workspaceApps(io.cwd);
  const known = [SHELL, ...(await apps.remotes())];
  if (all && !name) return Promise.all(known.map(apps.read));
  if (!all && name && known.includes(name)) return [await apps.read(name)];
  const match = all || !name ? undefined : nearest(name, known);
  throw new UsageError(
    match
      ? `Unknown app \`${name}\`. Did you mean \`${match}\`?`
      : `Name an app: ${known.join(', ')}, or --all.`,
  );
};

const CLEAR_LINE = '\r\u001B[K';

/** Shows the progress of an upload on one line of a terminal, and clears it at the end; nothing in a pipeline. */
const showProgress =
  (label: string, { json }: Given, { stderr }: Io) =>
  (stored: number, all: number): void => {
    if (json || !stderr.isTTY) return;
    stderr.write(`${CLEAR_LINE}${label}: ${stored} of ${all} files`);
    if (stored === all) stderr.write(CLEAR_LINE);
  };

/** The verifications of remotes, by name. */
type Verifications = ReadonlyMap<string, Verification>;

/** Verifies the apps if `--verify` is given. @throws ReleaseError with the whole result if a remote fails */
const verify = async (apps: readonly App[], given: Given, io: Io): Promise<Verifications> => {
  const verified = given.verify ? await verifyApps(apps, given, io) : [];
  const failed = verified.filter(({ passed }) => !passed);
  if (failed.length > 0) throw new ReleaseError(failed.map(verifiedText).join('\n\n'));
  return new Map(
    verified.map(({ name, at, passed, portal, shell, problems, warnings }) => [
      name,
      { at, passed, portal, shell, problems, warnings },
    ]),
  );
};

/** Publishes one app and keeps its verification, then promotes it (--promote) or starts a canary (--canary). */
const release = async (
  { store, by }: Change,
  app: App,
  verification: Verification | undefined,
  given: Given,
  io: Io,
) => {
  const dryRun = given['dry-run'];
  const published = await publish(store, {
    ...app,
    ...(given.version !== undefined && { version: given.version }),
    allowSize: given['allow-size'],
    by,
    onFile: showProgress(app.name, given, io),
  });
  const { version, changed, firstLoad, restored } = published;
  if (verification) await keepVerification(store, app.name, version, verification);
  const size = changed && firstLoad ? `; its first screen needs ${sizeText(firstLoad.bytes)}` : '';
  const promoted = given.promote ? await promote(store, app.name, version, by) : undefined;
  const share = given.canary && { name: app.name, version, percent: readPercent(given.canary, '--canary') };
  const started = share ? await canary(store, app.name, share, by) : undefined;
  const isPublished = changed ? `${dryRun ? 'would be' : 'is'} published` : 'is already published';
  const again =
    restored.length > 0 ? `; ${dryRun ? 'would store' : 'stored'} again: ${restored.join(', ')}` : '';
  const textOf = (): string => {
    if (promoted) return promotedText(promoted, dryRun);
    if (started && share) return startedText(started, share, dryRun);
    return `${app.name}@${version} ${isPublished}${size}`;
  };
  return {
    data: {
      version,
      ...changeData(promoted ?? started ?? published, dryRun),
      changed: changed || promoted?.changed === true || started?.changed === true,
      files: Object.keys(published.document.versions[version]?.integrity ?? {}).length,
      ...(firstLoad && { firstLoad: firstLoad.bytes }),
    },
    text: textOf() + again,
    warnings: [...published.warnings, ...(started?.warnings ?? [])],
  };
};

const releaseEach = async (
  change: Change,
  apps: App[],
  verifications: Verifications,
  given: Given,
  io: Io,
) => {
  const released = [];
  for (const app of apps) released.push(await release(change, app, verifications.get(app.name), given, io));
  return released;
};

export const publishVerb = defineVerb({
  name: 'publish',
  description: 'Publish a build as a version, which never changes again.',
  examples: [
    'publish orders',
    'publish orders --version 1.5.0 --promote',
    'publish --verify --portal https://portal.example --canary 10',
    'publish --all --promote',
    'publish invoices --from ../invoices/dist --descriptor ../invoices/remote.json',
  ],
  args,
  run: async (given, io) => {
    const apps = await readApps(given, io);
    // Rehearse first, so that one refusal stores nothing.
    const rehearsed = await releaseEach(
      await startChange({ ...given, 'dry-run': true }, io),
      apps,
      new Map(),
      given,
      io,
    );
    const verifications = await verify(apps, given, io);
    const released = given['dry-run']
      ? rehearsed
      : await releaseEach(await startChange(given, io), apps, verifications, given, io);
    return {
      data: given.all ? released.map(({ data }) => data) : released[0]?.data,
      text: released.map(({ text }) => text).join('\n'),
      warnings: [
        ...new Set(released.flatMap(({ warnings }) => warnings)),
        ...[...verifications.values()].flatMap(({ warnings }) => warnings.map(({ problem }) => problem)),
      ],
    };
  },
});
