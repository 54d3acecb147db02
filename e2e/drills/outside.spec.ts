import { spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { browserLaunchOptions } from '../support/browser';
import { startBucket, type Bucket } from '../support/bucket';
import { startDevServer } from '../support/dev-server';
import { RUN_DIR, WORKSPACE } from '../support/directories';
import { documentedCommands } from '../support/documents';
import { startLocalRegistry, type LocalRegistry } from '../support/local-registry';
import { startPortalProcess } from '../support/portal-process';
import { untilServed, VISITORS, visitorsWith } from '../support/published';
import { exitCode, runIn } from '../support/run';
import { expect, test } from '../support/test';

// A remote alone is served by its mocks, in a service worker.
test.use({ serviceWorkers: 'allow' });

/** `pnpm --filter e2e test:outside` tries every bundler, and other package managers. */
const EVERY = Boolean(process.env['EVERY_BUNDLER']);

const BUNDLERS = EVERY ? ['webpack', 'vite', 'rspack'] : ['webpack'];

/** The remotes of all teams: React with each bundler, and other frameworks with Vite. */
const REMOTES = EVERY ? [...BUNDLERS, 'vue', 'svelte', 'esm'] : BUNDLERS;

/** The end of a screen's file, by framework, and what the team's next version changes in it. */
const REACT = ['.tsx', '<Card sx={{ p: 3 }}>', '<Card data-release="1.0.1" sx={{ p: 4 }}>'] as const;
const OTHERS: Record<string, readonly [end: string, from: string, to: string]> = {
  vue: ['.vue', '<p ', '<p data-release="1.0.1" '],
  svelte: ['.svelte', '<p ', '<p data-release="1.0.1" '],
  esm: ['.ts', "createElement('p');", "createElement('p');\n  card.dataset.release = '1.0.1';"],
};

/** Other package managers, each tried with the remote of one bundler. */
const INSTALLERS = [
  { bundler: 'webpack', install: 'npx --yes pnpm@12.21.0 install --no-frozen-lockfile' },
  { bundler: 'vite', install: 'npx --yes yarn@1.22.22 install --ignore-engines' },
] as const;

/** The bucket in the document, and the prefix of the releases. */
const [BUCKET, PREFIX] = ['acme-portal', 'releases'];

/** The portal in the document. */
const PORTAL = 'https://portal.example.com';

/** For `--verify`: the browser of the tests, and where it finds its libraries and fonts. */
const { executablePath: CHROME_PATH = '', env: { LD_LIBRARY_PATH = '', FONTCONFIG_FILE = '' } = {} } =
  await browserLaunchOptions();

const pem = (key: KeyObject) =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();

/** The remote of a team. */
const remoteOf = (bundler: string): string => `invoices-${bundler}`;

/** A text field with a state in the screen of a new remote. */
const withNote = (screen: string): string =>
  `import { useState } from 'react';\n${screen.replace('</Card>', '<Note /></Card>')}
const Note = () => {
  const [note, setNote] = useState('');
  return <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />;
};
`;

/**
 * A team per bundler, each in an empty folder outside of the workspace, with nothing but the portal's packages, a key of
 * its own, and a bucket. The lines that they type are those of docs/releasing.md.
 */
test.describe('a team with a repository of its own', () => {
  test.describe.configure({ mode: 'serial' });
  const port = 4721;
  const portalUrl = `http://localhost:${port}`;
  const dataDir = join(RUN_DIR, 'outside');
  test.use({ baseURL: portalUrl });

  let outside: string;
  let registry: LocalRegistry;
  let bucket: Bucket;
  /** The settings of a team, and the commands that it types. */
  let settings: string[];
  let commands: string[];
  const stops: (() => Promise<unknown>)[] = [];

  /** Lines of the document, for the team of a bundler. */
  const forTeam = (bundler: string, lines: readonly string[]): string[] =>
    lines.map((line) =>
      line
        .replaceAll('invoices', remoteOf(bundler))
        .replace('--bundler webpack', `${bundler in OTHERS ? '--framework' : '--bundler'} ${bundler}`)
        .replace(PORTAL, portalUrl),
    );

  /** Types a line into a shell outside of the workspace. */
  const shell = (line: string, directory: string) =>
    spawn('bash', ['-ec', line], {
      cwd: directory,
      env: {
        ...registry.environment,
        ...bucket.environment,
        ...{ CHROME_PATH, LD_LIBRARY_PATH, FONTCONFIG_FILE },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  const type = async (line: string, directory: string, team: readonly string[] = []): Promise<void> => {
    const typed = shell([...team, line].join('\n'), directory);
    typed.stdout.pipe(process.stdout);
    typed.stderr.pipe(process.stderr);
    expect(await exitCode(typed), line).toBe(0);
  };

  /** Types a line, and returns its output. */
  const ask = async (line: string, directory: string, team: readonly string[] = []) => {
    const typed = shell([...team, line].join('\n'), directory);
    const [out, err, code] = await Promise.all([text(typed.stdout), text(typed.stderr), exitCode(typed)]);
    return { out, err, code };
  };

  /** A new key in the home directory; returns the entry of its public half. */
  const newKey = async (bundler: string): Promise<Record<string, { keys: string[] }>> => {
    await rm(join(registry.home, `${remoteOf(bundler)}.pem`), { force: true });
    const [line = ''] = forTeam(bundler, documentedCommands('releasing.md', 'npx --package'));
    const { out, err, code } = await ask(line, registry.home);
    expect(code, err).toBe(0);
    const schema = v.record(v.string(), v.object({ keys: v.array(v.string()) }));
    return v.parse(schema, JSON.parse(out.slice(out.indexOf('{'))));
  };

  /** The operator's portal: its releases are in the bucket, and only what is signed with the right key is served. */
  const startPortal = async (): Promise<void> => {
    const operator = generateKeyPairSync('ed25519');
    const home = (name: string) => join(registry.home, name);
    const keys: Record<string, unknown> = { '*': { keys: [pem(operator.publicKey)] } };
    for (const bundler of REMOTES)
      for (const [name, entry] of Object.entries(await newKey(bundler)))
        keys[name] = { ...entry, routes: [`/${name}`] };
    await writeFile(home('portal-keys.json'), JSON.stringify(keys));
    await writeFile(home('operator.pem'), pem(operator.privateKey));
    const environment = {
      ...bucket.environment,
      RELEASES_URL: `s3://${BUCKET}/${PREFIX}`,
      RELEASE_PUBLIC_KEYS: home('portal-keys.json'),
    };
    await runIn(WORKSPACE, 'pnpm', ['--silent', 'portal', 'publish', '--all', '--promote'], {
      ...environment,
      RELEASE_SIGNING_KEY: home('operator.pem'),
    });
    stops.push(await startPortalProcess({ port, dataDir, environment }));
  };

  test.beforeAll(async () => {
    test.setTimeout(900_000);
    outside = await mkdtemp(join(tmpdir(), 'outside-'));
    settings = documentedCommands('releasing.md', 'export RELEASES_URL');
    commands = documentedCommands('releasing.md', 'npm create @portal/remote');
    bucket = await startBucket(BUCKET);
    registry = await startLocalRegistry(join(WORKSPACE, '.portal/outside'));
    stops.push(bucket.stop, registry.stop);
    const [line = ''] = documentedCommands('releasing.md', 'pnpm packages');
    const [pack = '', publish = ''] = line.split(' && ');
    await runIn(WORKSPACE, 'bash', ['-ec', pack]);
    await type(publish, WORKSPACE);
    await startPortal();
  });
  test.afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    await rm(outside, { recursive: true, force: true });
  });

  for (const bundler of REMOTES) {
    const name = remoteOf(bundler);
    const [end, from, to] = OTHERS[bundler] ?? REACT;
    const screenFile = () => join(outside, name, `src/${name}-screen${end}`);

    test(`${bundler}: creates, tests, publishes, tries out and promotes a remote, as documented`, async () => {
      test.setTimeout(900_000);
      const team = forTeam(bundler, settings);
      const [create = '', install = '', ...others] = forTeam(bundler, commands);
      await type(create, outside, team);
      await type(install, outside, team);
      for (const line of others) {
        if (line.includes('1.0.1 --canary'))
          await writeFile(screenFile(), (await readFile(screenFile(), 'utf8')).replace(from, to));
        await type(line, join(outside, name), team);
        if (!line.includes('--canary')) continue;
        expect((await bucket.releaseOf(PREFIX, name)).canary).toMatchObject({
          version: '1.0.1',
          percent: 10,
        });
        const inCanary = () => visitorsWith(portalUrl, name, '1.0.1');
        await expect.poll(inCanary).not.toEqual([]);
        expect((await inCanary()).length).toBeLessThan(VISITORS.length / 4);
      }
      expect(await bucket.releaseOf(PREFIX, name)).toMatchObject({
        live: '1.0.1',
        previous: '1.0.0',
        canary: null,
      });
      await untilServed(portalUrl, name, '1.0.1');
      const { out } = await ask(`npx portal status ${name}`, join(outside, name), team);
      expect(out.match(/verified/g)).toHaveLength(2);
    });

    if (bundler in OTHERS) continue;
    test(`${bundler}: \`npm run dev\` shows an edit, and keeps typed text`, async ({ page }) => {
      test.setTimeout(300_000);
      const original = await readFile(screenFile(), 'utf8');
      const screen = withNote(original);
      await writeFile(screenFile(), screen);
      const server = await startDevServer('npm run dev', join(outside, name), registry.environment);
      const editAndKeep = async (): Promise<void> => {
        await page.goto(server.url);
        const note = page.getByRole('textbox', { name: 'Note' });
        await expect(page.getByText('You have 1 order.')).toBeVisible({ timeout: 60_000 });
        await note.fill('typed before');
        for (const edit of ['first', 'second']) {
          await writeFile(screenFile(), screen.replace('<Card ', `<Card data-edit="${edit}" `));
          // webpack stores its cache after the first build, which delays its answer.
          await expect(page.locator(`[data-edit=${edit}]`)).toBeVisible({ timeout: 60_000 });
          await expect(note).toHaveValue('typed before');
        }
      };
      await editAndKeep().finally(server.stop);
      await writeFile(screenFile(), original);
    });
  }

  test('nobody asks the public registry for anything of the portal', () => {
    expect(registry.askedInPublic).toEqual([]);
  });

  test('a customer uses the remotes of all bundlers and frameworks in one visit', async ({
    page,
    customer,
    signIn,
  }) => {
    await signIn(customer.email);
    await page.evaluate(() => performance.mark('this visit'));
    for (const bundler of REMOTES) {
      await page.getByRole('link', { name: `Invoices ${bundler}` }).click();
      await expect(page.getByRole('heading', { level: 1, name: `Invoices ${bundler}` })).toBeVisible();
      await expect(page.locator('[data-release="1.0.1"]')).toHaveText('You have 10 orders.');
    }
    expect(await page.evaluate(() => performance.getEntriesByName('this visit').length)).toBe(1);
  });

  for (const { bundler, install } of EVERY ? INSTALLERS : [])
    test(`${install.split(' ')[2]}: installs the dependencies of the ${bundler} remote, and its types check`, async () => {
      test.setTimeout(900_000);
      const made = join(outside, remoteOf(bundler));
      const directory = join(outside, `installed-${bundler}`);
      await mkdir(directory);
      await runIn(outside, 'bash', [
        '-ec',
        `cd ${made} && tar c --exclude node_modules --exclude package-lock.json . | tar x -C ${directory}`,
      ]);
      await type(install, directory);
      await type('node_modules/.bin/tsc', directory);
    });
});
