import type { Command } from '@commander-js/extra-typings';
import { SHELL, type Releases, UsageError } from '@portal/releases';
import type { Release, Verified, VerifyOptions } from '@portal/verify';
import { existsSync } from 'node:fs';
import { workspaceApps } from './apps';
import { readConfig } from './config';
import { onReleases } from './releases';
import { examples, JSON_OPTION, readReference, type AddVerb, type VerbContext } from './verb';

/**
 * Loads Playwright and axe, only when they are used.
 * @throws UsageError where they are not installed: the portal's image has no browser either
 */
const loadVerify = () =>
  import('@portal/verify').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')
      throw new UsageError('This installation has no browser: run it where @portal/cli is installed.');
    throw error;
  });

/** Starts a verb with the options of `verify`, which `publish --verify` has too. */
export const verifyingVerb = (portal: Command, name: string) =>
  portal
    .command(name)
    .option(
      '--shell <version>',
      'a published version of the shell, or next: its next major version; default: the live one',
    )
    .option(
      '--params <name=value>',
      'values of the parameters of routes, with commas between: orderNbr=000019',
    )
    .option(...JSON_OPTION);

type VerifyGiven = ReturnType<ReturnType<typeof verifyingVerb>['opts']>;

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

const majorOf = (version: string): number => Number(version.split('.')[0]);

/** The newest published shell of a major version above the live one. @throws UsageError without one */
const nextShell = async ({ show }: Releases): Promise<string> => {
  const { status, versions } = await show({ name: SHELL });
  const live = majorOf(status.live?.version ?? '0.0.0');
  const next = versions.find(({ version }) => majorOf(version) > live);
  if (next !== undefined) return next.version;
  throw new UsageError(
    `No shell with a major version above ${live} is published. Leave --shell out, or name a version.`,
  );
};

/** @throws UsageError for wrong options */
const readOptions = async (
  given: VerifyGiven,
  patienceMs: number,
  context: VerbContext,
): Promise<VerifyOptions> => {
  const { io } = context;
  return {
    shell: given.shell === 'next' ? await onReleases(context, nextShell) : given.shell,
    // An hour is enough for a verification, and for a look at what failed.
    preview: async (versions) =>
      (await onReleases(context, (releases) => releases.preview({ versions, days: 1 / 24 }))).url,
    params: readParams(given.params),
    browser: readConfig(io).browser,
    patienceMs,
    env: io.env,
  };
};

/** Verifies in a browser. The portal may take `patienceMs` to see a version that was just published. */
export const withVerification = async <Result>(
  given: VerifyGiven,
  patienceMs: number,
  context: VerbContext,
  work: (verify: (release: Release) => Promise<Verified>) => Promise<Result>,
): Promise<Result> => {
  const options = await readOptions(given, patienceMs, context);
  return (await loadVerify()).withVerification(options, work);
};

export const addVerify: AddVerb = (portal, context) =>
  void verifyingVerb(portal, 'verify')
    .description(
      'Mount every screen of a published version in a portal, in a browser; exit code 1 if one fails.',
    )
    .argument('<release>', 'a published version: orders@1.5.0-pr12')
    .addHelpText(
      'after',
      examples(
        'verify orders@1.5.0-pr12',
        'verify orders@1.5.0 --params orderNbr=000071',
        'verify orders@1.5.0 --shell next',
      ),
    )
    .action(async (release, options) => {
      const { name, version } = readReference(release);
      const { io, print } = context;
      const inWorkspace = workspaceApps(io.cwd).folder(name);
      const folder = existsSync(inWorkspace) ? inWorkspace : readConfig(io).callerDirectory;
      const verified = await withVerification(options, 0, context, (verify) =>
        verify({ name, version, folder }),
      );
      const { verifiedText } = await import('@portal/verify');
      print({
        data: verified,
        text: verifiedText(verified),
        ...(!verified.passed && { exitCode: 1 as const }),
      });
    });
