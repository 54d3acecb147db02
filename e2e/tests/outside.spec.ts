import { spawn } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { documentedCommands } from '../support/documented-commands';
import { RUN_DIR, WORKSPACE } from '../support/directories';
import { startLocalRegistry, type LocalRegistry } from '../support/local-registry';
import { startPortalProcess } from '../support/portal-process';
import { releaseOf, untilServed } from '../support/published';
import { exitCode, runIn } from '../support/run';
import { expect, test } from '../support/test';

const BUNDLERS = ['webpack', 'vite', 'rspack'] as const;

/** Two of the other package managers install what a bundler of another team needs. */
const INSTALLERS = [
  { bundler: 'webpack', install: 'npx --yes pnpm@12.21.0 install --no-frozen-lockfile' },
  { bundler: 'vite', install: 'npx --yes yarn@1.22.22 install --ignore-engines' },
] as const;

const pem = (key: KeyObject) =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString();

/** A team per bundler, each in an empty folder outside of the workspace, with nothing but packages and a key. */
test.describe('a team with a repository of its own', () => {
  test.describe.configure({ mode: 'serial' });
  const port = 4721;
  const dataDir = join(RUN_DIR, 'outside');
  test.use({ baseURL: `http://localhost:${port}` });

  let outside: string;
  let registry: LocalRegistry;
  let commands: string[];
  let team: NodeJS.ProcessEnv;
  const stops: (() => Promise<unknown>)[] = [];

  /** Types a line of the document into a shell. */
  const type = async (line: string, directory: string): Promise<void> => {
    // Only this package has no scope, by which npm would know its registry.
    const create = line.startsWith('npm create') ? { npm_config_registry: registry.url } : {};
    const shell = spawn('bash', ['-ec', line], {
      cwd: directory,
      env: { ...team, ...create },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    expect(await exitCode(shell), line).toBe(0);
  };

  test.beforeAll(async () => {
    test.setTimeout(900_000);
    await runIn(WORKSPACE, 'pnpm', ['--silent', 'packages']);
    registry = await startLocalRegistry(join(WORKSPACE, '.portal/outside'));
    outside = await mkdtemp(join(tmpdir(), 'outside-'));
    commands = await documentedCommands('releasing.md', 'npm create portal-remote');

    const [operators, teams] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
    const file = (name: string) => join(outside, name);
    await writeFile(file('operator.pem'), pem(operators.privateKey));
    await writeFile(file('team.pem'), pem(teams.privateKey));
    const own = BUNDLERS.map((bundler) => [`invoices-${bundler}`, [pem(teams.publicKey)]] as const);
    const keys = { '*': [pem(operators.publicKey)], ...Object.fromEntries(own) };
    await writeFile(file('keys.json'), JSON.stringify(keys));
    team = {
      ...registry.environment,
      RELEASES_URL: pathToFileURL(join(dataDir, 'releases')).href,
      RELEASE_SIGNING_KEY: file('team.pem'),
      RELEASE_PUBLIC_KEYS: file('keys.json'),
    };
    stops.push(
      registry.stop,
      await startPortalProcess({
        port,
        dataDir,
        environment: { RELEASE_SIGNING_KEY: file('operator.pem'), RELEASE_PUBLIC_KEYS: file('keys.json') },
      }),
    );
  });
  test.afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    await rm(outside, { recursive: true, force: true });
  });

  test('the document names six commands', () => expect(commands).toHaveLength(6));

  for (const bundler of BUNDLERS)
    test(`${bundler}: makes, tests, publishes, tries and promotes a remote, as documented`, async () => {
      test.setTimeout(900_000);
      const name = `invoices-${bundler}`;
      const directory = join(outside, name);
      const [create = '', install = '', ...others] = commands.map((line) =>
        line.replaceAll('invoices', name).replace('--bundler webpack', `--bundler ${bundler}`),
      );
      await type(create, outside);
      await type(install, outside);
      for (const line of others) {
        if (line.includes('1.0.1 --canary')) {
          const screen = join(directory, `src/${name}-screen.tsx`);
          const code = await readFile(screen, 'utf8');
          await writeFile(
            screen,
            code.replace('p: 3', 'p: 4').replace('<Card ', '<Card data-release="1.0.1" '),
          );
        }
        await type(line, directory);
        if (line.includes('--canary'))
          expect((await releaseOf(dataDir, name)).canary).toMatchObject({ version: '1.0.1', percent: 10 });
      }
      expect(await releaseOf(dataDir, name)).toMatchObject({
        live: '1.0.1',
        previous: '1.0.0',
        canary: null,
      });
      await untilServed(`http://localhost:${port}`, name, '1.0.1');
    });

  test('a customer uses all of them in one visit', async ({ page, customer, signIn }) => {
    await signIn(customer.email);
    for (const bundler of BUNDLERS) {
      await page.getByRole('link', { name: `Invoices ${bundler}` }).click();
      await expect(page.getByRole('heading', { level: 1, name: `Invoices ${bundler}` })).toBeVisible();
      await expect(page.locator('[data-release="1.0.1"]')).toHaveText('You have 10 orders.');
    }
  });

  for (const { bundler, install } of INSTALLERS)
    test(`${install.split(' ')[2]}: installs what ${bundler} needs, and its types check`, async () => {
      test.setTimeout(900_000);
      const made = join(outside, `invoices-${bundler}`);
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
