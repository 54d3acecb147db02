import type { Command } from '@commander-js/extra-typings';
import {
  readBuild,
  ReleaseError,
  SHELL,
  sizeText,
  type ChangeOutcome,
  type PublicationOutcome,
  type Releases,
  UsageError,
} from '@portal/releases';
import type { Release, Verified } from '@portal/verify';
import { readApp, workspaceApps, type App } from './apps';
import { promotedText, startedText } from './changes';
import { readConfig } from './config';
import { strangers } from './installed';
import type { Io } from './io';
import { onReleases } from './releases';
import {
  changeData,
  changeOf,
  DRY_RUN,
  examples,
  readWhole,
  WHY,
  type AddVerb,
  type VerbContext,
} from './verb';
import { verifyingVerb, withVerification } from './verify';

/** Every process of a portal sees a version within seconds. */
const PATIENCE_MS = 10_000;

const publishVerb = (portal: Command) =>
  verifyingVerb(portal, 'publish')
    .description('Publish a build as a version, which never changes again.')
    .argument(
      '[app]',
      'shell, a remote of apps/, or the folder of a build beside its remote.json; default: dist in this folder',
    )
    .option('--all', 'the shell and every remote of this workspace')
    .option('--version <1.4.0>', 'default: the version in package.json, plus a hash of the content')
    .option('--promote', 'make it live at once')
    .option('--canary <0-100>', 'give it to this share of the visitors at once', (text) =>
      readWhole('--canary', text, 100),
    )
    .option('--allow-size', 'accept a first screen that needs more than 200 KB')
    .option('--verify', 'before it is live or canary, mount its screens in a portal, as `verify` does')
    .option(...WHY)
    .option(...DRY_RUN)
    .addHelpText(
      'after',
      examples(
        'publish orders',
        'publish orders --version 1.5.0 --promote',
        'publish --verify --canary 10',
        'publish --all --promote',
        'publish ../invoices/dist',
      ),
    );

type Given = ReturnType<ReturnType<typeof publishVerb>['opts']>;

/** @throws UsageError for options that contradict each other */
const refuseContradictions = (target: string | undefined, given: Given): void => {
  const { all, version, promote, canary, verify, dryRun } = given;
  const surplus = (['shell', 'params'] as const).find((option) => given[option] !== undefined);
  if (promote && canary !== undefined) throw new UsageError('Use --promote or --canary, not both.');
  if (!verify && surplus)
    throw new UsageError(`--${surplus} needs --verify. Add --verify, or leave --${surplus} out.`);
  if (dryRun && (promote || canary !== undefined))
    throw new UsageError('--dry-run rehearses only the publication. Leave --promote and --canary out.');
  if (dryRun && verify) throw new UsageError('--verify needs a published version. Leave --dry-run out.');
  if (all && (target !== undefined || version !== undefined || canary !== undefined))
    throw new UsageError('Name one app or --all: --version and --canary apply to one only.');
};

/** @throws UsageError unless the arguments name one app, or all */
const readApps = async (target: string | undefined, given: Given, io: Io): Promise<App[]> => {
  refuseContradictions(target, given);
  if (given.all) {
    const apps = workspaceApps(io.cwd);
    return Promise.all([SHELL, ...(await apps.remotes())].map(apps.read));
  }
  const { callerDirectory } = readConfig(io);
  return [await readApp(target, given.version, io.cwd, callerDirectory)];
};

type Verify = (release: Release) => Promise<Verified>;

/** Keeps the verification of a version, and throws the whole result if it fails. @returns its warnings */
const verifyPublished = async (
  releases: Releases,
  published: PublicationOutcome,
  release: Release,
  verify: Verify,
): Promise<string[]> => {
  const verified = await verify(release);
  const { name, version, screens: _, ...verification } = verified;
  await releases.verification({ name, version, verification });
  if (verified.passed) return verified.warnings.map(({ problem }) => problem);
  const { verifiedText } = await import('@portal/verify');
  // The same content may have been published before, and promoted.
  let standing = 'is not live';
  if (published.live === version) standing = 'is live, as before';
  else if (published.canary?.version === version) standing = 'is the canary, as before';
  throw new ReleaseError(`${verifiedText(verified)}. It stays published, and ${standing}.`);
};

/** Publishes one app, and verifies it (--verify). */
const publishApp = async (releases: Releases, app: App, verify: Verify | undefined, given: Given) => {
  const { name, folder, baseVersion, directory, descriptor } = app;
  const published = await releases.publish({
    name,
    baseVersion,
    directory,
    ...(descriptor && { descriptor }),
    ...(given.version !== undefined && { version: given.version }),
    ...(given.allowSize && { allowSize: true }),
    ...changeOf(given),
  });
  const { version } = published;
  const remarks = descriptor ? await strangers(folder) : [];
  if (verify && descriptor)
    remarks.push(...(await verifyPublished(releases, published, { name, version, folder }, verify)));
  return { ...published, remarks, verified: Boolean(verify && descriptor) };
};

type Published = Awaited<ReturnType<typeof publishApp>>;

const publishedText = (
  { name, version, changed, firstLoad, verified }: Published,
  dryRun: boolean,
): string => {
  const passed = verified ? ', and passes the verification' : '';
  if (!changed) return `${name}@${version} is already published${passed}`;
  const size = firstLoad ? `; its first screen needs ${sizeText(firstLoad)}` : '';
  return `${name}@${version} ${dryRun ? 'would be' : 'is'} published${passed}${size}`;
};

/** @param outcome of the last change: the publication, or what followed it */
const reportOf = (published: Published, outcome: ChangeOutcome, text: string, dryRun: boolean) => {
  const { version, files, firstLoad, restored } = published;
  const changed = published.changed || outcome.changed;
  const warnings = [...new Set([...published.warnings, ...outcome.warnings, ...published.remarks])];
  return {
    data: {
      ...{ version, ...changeData(outcome, dryRun), changed, warnings },
      ...{ files, ...(firstLoad && { firstLoad }) },
    },
    text: restored.length > 0 ? `${text}; stored again: ${restored.join(', ')}` : text,
    warnings,
  };
};

/** Promotes a published app (--promote), or starts a canary (--canary), and reports what was done. */
const startApp = async (releases: Releases, published: Published, given: Given) => {
  const { promote, canary, dryRun = false } = given;
  const change = { name: published.name, version: published.version, ...changeOf(given) };
  if (promote) {
    const outcome = await releases.promote(change);
    return reportOf(published, outcome, promotedText(outcome, dryRun), dryRun);
  }
  const { name, version, live } = published;
  if (canary !== undefined && live === version)
    return reportOf(published, published, promotedText({ ...published, changed: false }, dryRun), dryRun);
  if (canary !== undefined && live === null) {
    const first = `${name} has nothing live, so ${version} is not a canary. Make it live: pnpm portal promote ${name}@${version}`;
    const remarks = [...published.remarks, first];
    return reportOf({ ...published, remarks }, published, publishedText(published, dryRun), dryRun);
  }
  if (canary !== undefined) {
    const outcome = await releases.canary({ ...change, percent: canary });
    return reportOf(published, outcome, startedText(outcome, dryRun), dryRun);
  }
  const report = reportOf(published, published, publishedText(published, dryRun), dryRun);
  if (dryRun || given.all) return report;
  const { url, expiresAt } = await releases.preview({ versions: [{ name, version }] });
  const text = `${report.text}\nUntil ${expiresAt.slice(0, 10)}, this link shows it: ${url}`;
  return { ...report, data: { ...report.data, preview: url }, text };
};

/** Releases apps, with --verify in a browser that has started. */
const releaseEach = (apps: readonly App[], given: Given, context: VerbContext, verify?: Verify) =>
  onReleases(context, async (releases) => {
    // With --verify, all pass before the first goes live. Without, a remote may require the shell that goes live before it.
    const groups = given.verify ? [apps] : apps.map((app) => [app]);
    const released = [];
    for (const group of groups) {
      const published = [];
      for (const app of group) published.push(await publishApp(releases, app, verify, given));
      for (const one of published) released.push(await startApp(releases, one, given));
    }
    return released;
  });

const perform = async (apps: readonly App[], given: Given, context: VerbContext) => {
  // A missing build keeps all of them.
  for (const { directory } of apps) await readBuild(directory);
  if (!given.verify) return releaseEach(apps, given, context);
  if (apps.every(({ descriptor }) => !descriptor))
    throw new UsageError('Name a remote: the shell has no screens to verify.');
  return withVerification(given, PATIENCE_MS, context, (verify) => releaseEach(apps, given, context, verify));
};

export const addPublish: AddVerb = (portal, context) =>
  void publishVerb(portal).action(async (target, given) => {
    const released = await perform(await readApps(target, given, context.io), given, context);
    context.print({
      data: given.all ? released.map(({ data }) => data) : released[0]?.data,
      text: released.map(({ text }) => text).join('\n'),
      warnings: [...new Set(released.flatMap(({ warnings }) => warnings))],
    });
  });
