import { DESCRIPTOR_FILE } from '@portal/contract';
import { readDescriptor, SHELL } from '@portal/releases';
import type { ArgsDef, ParsedArgs } from 'citty';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readExternalBuild, workspaceApps, type App } from './apps';
import { readConfig, type Config } from './config';
import { openStore } from './store';
import { UsageError } from './usage-error';
import { verifiedText } from './verification/verified-text';
import type { RemoteApp, Verified, VerifyOptions } from './verification/verify-remote';
import { defineVerb, JSON_ARG, type Io } from './verb';

/** The options of `verify`, and of `publish --verify`. */
export const VERIFY_ARGS = {
  portal: {
    type: 'string',
    valueHint: 'url',
    description: 'the portal whose shell shows the screens; default: PORTAL_URL',
  },
  shell: {
    type: 'string',
    valueHint: '2.0.0|next',
    description: 'a published version of the shell, or next: its next major version; default: the live one',
  },
  params: {
    type: 'string',
    valueHint: 'orderNbr=000019',
    description: 'values of the parameters of routes, with commas between',
  },
  mocks: {
    type: 'string',
    valueHint: 'file',
    description: "the handlers of mocked calls; default: dev/mocks.ts in the remote's folder",
  },
  browser: {
    type: 'string',
    valueHint: 'path',
    description: 'Chrome, Edge or Chromium; default: CHROME_PATH, then the one that is installed',
  },
  timeout: { type: 'string', valueHint: 'seconds', description: 'how long a screen may take; default: 30' },
} as const satisfies ArgsDef;

type Given = ParsedArgs<typeof VERIFY_ARGS> & { 'allow-size': boolean };

const readPortalUrl = (text: string | undefined): string => {
  if (!text)
    throw new UsageError(
      'Name the portal: --portal https://portal.example, or PORTAL_URL. Its shell shows the screens.',
    );
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`The portal must be a URL such as https://portal.example, not ${text}.`);
  const { origin, pathname } = new URL(text);
  return origin + pathname.replace(/\/+$/, '');
};

/** @throws UsageError for anything but `name=value,…` */
const readParams = (text: string | undefined): Record<string, string> =>
  Object.fromEntries(
    (text ?? '')
      .split(',')
      .filter(Boolean)
      .map((pair) => {
        const [, name, value] = /^([\w-]+)=(.+)$/.exec(pair) ?? [];
        if (name && value) return [name, value];
        throw new UsageError(`--params must be names and values such as orderNbr=000019, not ${pair}.`);
      }),
  );

const readTimeout = (text = '30'): number => {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text) * 1000;
  throw new UsageError(`--timeout must be a number of seconds, not ${text}.`);
};

const majorOf = (version: string): number => Number(version.split('.')[0]);

/** The newest published shell of a major version above the live one. @throws UsageError without one */
const nextShell = async (config: Config): Promise<string> => {
  const store = await openStore(config);
  const document = await store.read(SHELL);
  const live = majorOf(document?.live ?? '0.0.0');
  const [next] = Object.entries(document?.versions ?? {})
    .filter(([version]) => majorOf(version) > live)
    .sort(([, one], [, other]) => other.publishedAt.localeCompare(one.publishedAt));
  if (next) return next[0];
  throw new UsageError(
    `No shell with a major version above ${live} is published in RELEASES_URL. Leave --shell out, or name a version.`,
  );
};

/** @throws UsageError for wrong options */
const readOptions = async (given: Given, io: Io, config = readConfig(io)): Promise<VerifyOptions> => ({
  portalUrl: readPortalUrl(given.portal ?? config.portalUrl),
  shell: given.shell === 'next' ? await nextShell(config) : given.shell,
  params: readParams(given.params),
  mocks: given.mocks && resolve(config.callerDirectory, given.mocks),
  browser: given.browser ?? config.browser,
  timeoutMs: readTimeout(given.timeout),
  allowSize: given['allow-size'],
  env: io.env,
  now: new Date(),
});

const isRemote = (app: App): app is RemoteApp => app.descriptor !== undefined;

/**
 * Verifies remotes, one after the other.
 * @throws UsageError for the shell, which has no screens of its own
 */
export const verifyApps = async (apps: readonly App[], given: Given, io: Io): Promise<Verified[]> => {
  const options = await readOptions(given, io);
  const remotes = apps.filter(isRemote);
  if (remotes.length === 0) throw new UsageError('Name a remote: the shell has no screens to verify.');
  // Load Playwright only when it is used.
  const { verifyRemote } = await import('./verification/verify-remote');
  const verified = [];
  for (const remote of remotes) verified.push(await verifyRemote(remote, options));
  return verified;
};

/** Reads the build in a folder, or that of a remote of this workspace. */
const readBuildToVerify = async (
  { dist, descriptor }: { dist?: string | undefined; descriptor?: string | undefined },
  io: Io,
): Promise<App> => {
  const { callerDirectory } = readConfig(io);
  if (dist && existsSync(join(io.cwd, 'apps', dist, DESCRIPTOR_FILE)))
    return workspaceApps(io.cwd).read(dist);
  const from = resolve(callerDirectory, dist ?? 'dist');
  const file = descriptor ? resolve(callerDirectory, descriptor) : join(dirname(from), DESCRIPTOR_FILE);
  if (!existsSync(file))
    throw new UsageError(
      `${file} does not exist. Name the folder of a build, beside the remote.json of its remote: pnpm portal verify dist`,
    );
  const { name } = await readDescriptor(file);
  return readExternalBuild({ name, from, descriptor: file, version: undefined }, callerDirectory);
};

export const verifyVerb = defineVerb({
  name: 'verify',
  description:
    'Mount every screen of a build in the shell of a portal, in a browser; exit code 1 if one fails.',
  examples: [
    'verify dist --portal https://portal.example',
    'verify orders --portal http://localhost:3000 --params orderNbr=000071',
    'verify dist --shell next',
  ],
  args: {
    dist: {
      type: 'positional',
      required: false,
      description:
        'the folder with the build, beside remote.json, or a remote of this workspace; default: dist',
    },
    descriptor: { type: 'string', valueHint: 'file', description: 'the remote.json of a build elsewhere' },
    ...VERIFY_ARGS,
    'allow-size': {
      type: 'boolean',
      default: false,
      description: 'accept a first screen that needs more than 200 KB',
    },
    ...JSON_ARG,
  },
  run: async (given, io) => {
    const [verified] = await verifyApps([await readBuildToVerify(given, io)], given, io);
    return {
      data: verified,
      text: verified ? verifiedText(verified) : '',
      ...(verified?.passed === false && { exitCode: 1 as const }),
    };
  },
});
