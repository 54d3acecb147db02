import { spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import * as v from 'valibot';
import { browserLaunchOptions } from './browser';
import { startBucket } from './bucket';
import { RUN_DIR, WORKSPACE } from './directories';
import { documentedCommands } from './documents';
import { startLocalRegistry } from './local-registry';
import { startPortalProcess } from './portal-process';
import { untilServed, VISITORS, visitorsWith } from './published';
import { exitCode, runIn } from './run';

/** The bucket in the document, and the prefix of the releases. */
const [BUCKET, PREFIX] = ['acme-portal', 'releases'];

/** The portal in the document. */
const PORTAL = 'https://portal.example.com';

/** For `--verify`: the browser of the tests, and where it finds its libraries and fonts. */
const { executablePath: CHROME_PATH = '', env: { LD_LIBRARY_PATH = '', FONTCONFIG_FILE = '' } = {} } =
  await browserLaunchOptions();

const pem = (key: KeyObject) =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();

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
 * Starts a portal for teams outside of the workspace, with nothing but the portal's packages, a key each, and a bucket. The
 * portal's releases are in the bucket, and it serves only what is signed with the right key. The lines that the teams type
 * are those of docs/releasing.md.
 */
export const startOutside = async ({ name, port, teams, environment }: Outside) => {
  const portalUrl = `http://localhost:${port}`;
  const directory = await mkdtemp(join(tmpdir(), `${name}-`));
  const bucket = await startBucket(BUCKET);
  const registry = await startLocalRegistry(join(WORKSPACE, '.portal', name));
  /** The settings of a team. */
  const settings = documentedCommands('releasing.md', 'export RELEASES_URL=s3');

  /** Lines of the document, for a team. */
  const forTeam = ({ remote, options }: Team, lines: readonly string[]): string[] =>
    lines.map((line) =>
      line.replaceAll('invoices', remote).replace('--bundler webpack', options).replace(PORTAL, portalUrl),
    );

  const folderOf = ({ remote }: Team) => join(directory, remote);

  /** Types lines into a shell outside of the workspace. */
  const shell = (lines: readonly string[], folder: string) =>
    spawn('bash', ['-ec', lines.join('\n')], {
      cwd: folder,
      env: {
        ...registry.environment,
        ...bucket.environment,
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

  /** Types a line, and returns its output. */
  const ask = async (line: string, folder: string, before: readonly string[] = []) => {
    const typed = shell([...before, line], folder);
    const [out, err, code] = await Promise.all([text(typed.stdout), text(typed.stderr), exitCode(typed)]);
    return { out, err, code };
  };

  /** A new key in the home directory; returns the entry of its public half. */
  const newKey = async (team: Team): Promise<Record<string, { keys: string[] }>> => {
    await rm(join(registry.home, `${team.remote}.pem`), { force: true });
    const [line = ''] = forTeam(team, documentedCommands('releasing.md', 'npx --package'));
    const { out, err, code } = await ask(line, registry.home);
    expect(code, err).toBe(0);
    const schema = v.record(v.string(), v.object({ keys: v.array(v.string()) }));
    return v.parse(schema, JSON.parse(out.slice(out.indexOf('{'))));
  };

  const startPortal = async () => {
    const operator = generateKeyPairSync('ed25519');
    const home = (file: string) => join(registry.home, file);
    const keys: Record<string, unknown> = { '*': { keys: [pem(operator.publicKey)] } };
    for (const team of teams)
      for (const [remote, entry] of Object.entries(await newKey(team)))
        keys[remote] = { ...entry, routes: [`/${remote}`] };
    await writeFile(home('portal-keys.json'), JSON.stringify(keys));
    await writeFile(home('operator.pem'), pem(operator.privateKey));
    const releases = {
      ...bucket.environment,
      RELEASES_URL: `s3://${BUCKET}/${PREFIX}`,
      RELEASE_PUBLIC_KEYS: home('portal-keys.json'),
    };
    await runIn(WORKSPACE, 'pnpm', ['--silent', 'portal', 'publish', '--all', '--promote'], {
      ...releases,
      RELEASE_SIGNING_KEY: home('operator.pem'),
    });
    return startPortalProcess({
      port,
      dataDir: join(RUN_DIR, name),
      environment: { ...releases, ...environment },
    });
  };

  const [, publish = ''] = documentedCommands('releasing.md', 'pnpm packages')[0]?.split(' && ') ?? [];
  await type(publish, WORKSPACE);
  const stopPortal = await startPortal();

  /** A new version is for a tenth of the visitors. */
  const expectCanary = async (remote: string): Promise<void> => {
    const { canary } = await bucket.releaseOf(PREFIX, remote);
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
    const promoted = { live: '1.0.1', previous: '1.0.0', canary: null };
    expect(await bucket.releaseOf(PREFIX, remote)).toMatchObject(promoted);
    await untilServed(portalUrl, remote, '1.0.1');
    const { out } = await ask(`npx portal status ${remote}`, folderOf(team), typed);
    expect(out.match(/verified/g)).toHaveLength(2);
  };

  return {
    directory,
    folderOf,
    environment: registry.environment,
    askedInPublic: registry.askedInPublic,
    type,
    release,
    stop: async () => {
      await stopPortal();
      await registry.stop();
      await bucket.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
