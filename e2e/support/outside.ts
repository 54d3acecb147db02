import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import { browserLaunchOptions } from './browser';
import { RUN_DIR, WORKSPACE } from './directories';
import { documentedCommands } from './documents';
import { startLocalRegistry } from './local-registry';
import { portalCommand, startPortalProcess } from './portal-process';
import { previewOf, releaseOf, untilServed, VISITORS, visitorsWith } from './published';
import { exitCode } from './run';
import { scratchWorkspace } from './scratch-workspace';
import { createToken } from './server';

/** The portal in the document. */
const PORTAL = 'https://portal.example.com';

/** For `--verify`: the browser of the tests, and where it finds its libraries and fonts. */
const { executablePath: CHROME_PATH = '', env: { LD_LIBRARY_PATH = '', FONTCONFIG_FILE = '' } = {} } =
  await browserLaunchOptions();

/** A team with a repository of its own. */
export interface Team {
  /** The name of its remote, which owns the route of this name. */
  remote: string;
  /** The options of `npm create @portal/remote`. */
  options: string;
}

interface Outside {
  /** Of its folders: two runs need different ones. */
  name: string;
  /** The port of the portal. */
  port: number;
  teams: readonly Team[];
  /** Environment variables of the portal. */
  environment?: Record<string, string>;
}

/** What a team does to its sources. */
interface Work {
  /** After the remote is created, before its dependencies are installed. */
  write?: () => Promise<void>;
  /** Between the first version and the next one. */
  change: () => Promise<void>;
}

/**
 * Starts a portal for teams outside of the workspace, with nothing but the portal's packages and a token each. The lines
 * that the teams type are those of docs/releasing.md.
 */
export const startOutside = async ({ name, port, teams, environment }: Outside) => {
  const portalUrl = `http://localhost:${port}`;
  const directory = await mkdtemp(join(tmpdir(), `${name}-`));
  const registry = await startLocalRegistry(join(WORKSPACE, '.portal', name));
  /** The settings of a team. */
  const settings = documentedCommands('releasing.md', 'export PORTAL_URL');

  /** The token of each team. */
  const tokens: Record<string, string> = {};

  /** Lines of the document, for a team. */
  const forTeam = ({ remote, options }: Team, lines: readonly string[]): string[] =>
    lines.map((line) =>
      line
        .replaceAll('invoices', remote)
        .replace('--bundler webpack', options)
        .replace(PORTAL, portalUrl)
        .replace('pt_…', tokens[remote] ?? ''),
    );

  const folderOf = ({ remote }: Team) => join(directory, remote);

  /** Types lines into a shell outside of the workspace. */
  const shell = (lines: readonly string[], folder: string) =>
    spawn('bash', ['-ec', lines.join('\n')], {
      cwd: folder,
      env: {
        ...registry.environment,
        ...{ CHROME_PATH, LD_LIBRARY_PATH, FONTCONFIG_FILE },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  const type = async (line: string, folder: string, before: readonly string[] = []): Promise<void> => {
    const typed = shell([...before, line], folder);
    typed.stdout.pipe(process.stdout);
    typed.stderr.pipe(process.stderr);
    expect(await exitCode(typed), line).toBe(0);
  };

  let development: Promise<string> | undefined;
  /** Publishes a shell built for development, once. @returns the grant of its preview */
  const publishDevelopmentShell = async (): Promise<string> => {
    const { directory: copy, pnpm } = await scratchWorkspace(`${name}-shell`);
    await pnpm('--filter', 'shell', 'build:development');
    const build = join(copy, 'apps/shell/dist');
    await portalCommand(portalUrl, 'publish', build, '--version', '1.0.0-development');
    return (await previewOf(portalUrl, 'shell@1.0.0-development')).replace('?preview=', '');
  };

  /** Types a line, and returns its output. */
  const ask = async (line: string, folder: string, before: readonly string[] = []) => {
    const typed = shell([...before, line], folder);
    const [out, err, code] = await Promise.all([text(typed.stdout), text(typed.stderr), exitCode(typed)]);
    return { out, err, code };
  };

  const [, publish = ''] = documentedCommands('releasing.md', 'pnpm packages')[0]?.split(' && ') ?? [];
  await type(publish, WORKSPACE);
  const dataDir = join(RUN_DIR, name);
  const stopPortal = await startPortalProcess({ port, dataDir, ...(environment && { environment }) });
  for (const { remote } of teams) tokens[remote] = await createToken(dataDir, remote, [remote]);

  /** A new version is for a tenth of the visitors. */
  const expectCanary = async (remote: string): Promise<void> => {
    const { canary } = await releaseOf(portalUrl, remote);
    expect(canary).toMatchObject({ version: '1.0.1', percent: 10 });
    const inCanary = () => visitorsWith(portalUrl, remote, '1.0.1');
    await expect.poll(inCanary).not.toEqual([]);
    expect((await inCanary()).length).toBeLessThan(VISITORS.length / 4);
  };

  /** Creates, tests, publishes, tries out and promotes a team's remote, as documented. */
  const release = async (team: Team, { write, change }: Work): Promise<void> => {
    const { remote } = team;
    const typed = forTeam(team, settings);
    const commands = documentedCommands('releasing.md', 'npm create @portal/remote');
    const [create = '', install = '', ...others] = forTeam(team, commands);
    await type(create, directory, typed);
    await write?.();
    await type(install, directory, typed);
    for (const line of others) {
      const isNext = line.includes('--canary');
      if (isNext) await change();
      await type(line, folderOf(team), typed);
      if (isNext) await expectCanary(remote);
    }
    const promoted = { live: { version: '1.0.1' }, previous: '1.0.0', canary: null };
    expect(await releaseOf(portalUrl, remote)).toMatchObject(promoted);
    await untilServed(portalUrl, remote, '1.0.1');
    const { out } = await ask(`npx portal status ${remote}`, folderOf(team), typed);
    expect(out.match(/verified/g)).toHaveLength(2);
  };

  return {
    directory,
    portalUrl,
    folderOf,
    environment: registry.environment,
    askedInPublic: registry.askedInPublic,
    type,
    ask,
    /** The lines that a team types before its first command. */
    settingsOf: (team: Team) => forTeam(team, settings),
    developmentShell: () => (development ??= publishDevelopmentShell()),
    release,
    stop: async () => {
      await stopPortal();
      await registry.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
