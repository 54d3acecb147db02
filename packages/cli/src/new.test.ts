import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readDescriptor } from '@portal/releases';
import { testWorkspace } from './testing/workspace';

const ROOT = join(__dirname, '../../..');
/** The smallest remote of this workspace. A new remote has the same configuration. */
const SIBLING = join(ROOT, 'apps/notification-preferences');

const workspace = testWorkspace();
const { portal } = workspace;

const createdFile = (file: string) => workspace.path(`apps/service-contracts/${file}`);

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

it('creates a remote with one screen, and lists the next steps', async () => {
  const created: { files: string[] } = JSON.parse((await portal('new other-contracts --json')).out);
  expect(created.files.map((file) => file.replace('apps/other-contracts/', '')).sort()).toEqual([
    'dev/mocks.ts',
    'package.json',
    'remote.json',
    'src/other-contracts-screen.test.tsx',
    'src/other-contracts-screen.tsx',
    'src/remote.ts',
    'tsconfig.json',
    'webpack.config.ts',
  ]);

  const { out, err, exitCode } = await portal('new service-contracts');
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  expect(out).toMatch(/^Created apps\/service-contracts\. Next:\n\n {2}pnpm install\n.*pnpm-lock\.yaml/);
  expect(out).toContain('pnpm portal publish service-contracts --promote');
  expect(await readDescriptor(createdFile('remote.json'))).toMatchObject({
    name: 'service-contracts',
    title: 'Service contracts',
    routes: ['/service-contracts'],
    navigation: [{ label: 'Service contracts', path: '/service-contracts' }],
    requires: { shell: '^2.1.0' },
  });
  expect(readFileSync(createdFile('src/service-contracts-screen.tsx'), 'utf8')).toContain(
    'export const ServiceContractsScreen',
  );
});

it('gives the new remote the same configuration as existing remotes', async () => {
  await portal('new service-contracts');
  for (const file of ['tsconfig.json', 'webpack.config.ts'])
    expect([file, readFileSync(createdFile(file), 'utf8')]).toEqual([
      file,
      readFileSync(join(SIBLING, file), 'utf8'),
    ]);

  const [own, sibling] = [json(createdFile('package.json')), json(join(SIBLING, 'package.json'))];
  expect(own).toMatchObject({ name: 'service-contracts', version: '1.0.0', private: true });
  // Except for the name and the icons, which its screens do not need yet.
  expect({ ...Object(own), name: '', dependencies: {} }).toEqual({
    ...Object(sibling),
    name: '',
    dependencies: {},
  });
  expect(Object(sibling).dependencies).toMatchObject(Object(own).dependencies);
});

it('formats the new remote by the rules of the workspace, even with a long name', async () => {
  const name = 'warranties-of-heat-pumps-and-their-parts';
  await portal(`new ${name}`);
  const prettier = join(ROOT, 'node_modules/prettier/bin/prettier.cjs');
  const config = join(ROOT, '.prettierrc.json');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [prettier, '--config', config, '--check', workspace.path(`apps/${name}`)],
    { encoding: 'utf8' },
  );
  expect({ status, stderr, stdout }).toMatchObject({ status: 0, stderr: '' });
});

const reserved = (name: string) =>
  `The name ${name} cannot have the route /${name}, which belongs to the portal's server, which answers /${name}. Choose another name.`;

const invalid = (name: string) =>
  `Invalid name ${name}. Use at most 40 lower-case letters, digits and single dashes, such as service-contracts.`;

const ONLY_REACT =
  'Remotes of the workspace are written in React and built with webpack. Leave --bundler and --framework out.';

it.each([
  ['new', "missing required argument 'name'"],
  ['new Contracts', invalid('Contracts')],
  ['new ../contracts', invalid('../contracts')],
  ['new shell', 'The name shell is reserved. Choose another name.'],
  ['new constructor', 'The name constructor is reserved. Choose another name.'],
  ['new prototype', 'The name prototype is reserved. Choose another name.'],
  ...['__proto__', 'toString', '2nd'].map((name): [string, string] => [`new ${name}`, invalid(name)]),
  ['new react', 'The remote would depend on the package react. Choose another name.'],
  ['new logout', reserved('logout')],
  ['new hooks', reserved('hooks')],
  ['new api', reserved('api')],
  ['new service-orders', 'The route /service-orders belongs to orders. Choose another name.'],
  ['new orders', 'apps/orders already exists. Choose another name.'],
  ['new invoices --bundler vite', ONLY_REACT],
  ['new invoices --framework vue', ONLY_REACT],
])('refuses "portal %s" with an explanation', async (command, sentence) => {
  expect(await portal(command)).toEqual({ out: '', err: `portal: ${sentence}\n`, exitCode: 2 });
});

describe('outside the workspace', () => {
  beforeEach(() => rm(workspace.path('apps'), { recursive: true }));

  it.each([
    ['webpack', 'webpack.config.js'],
    ['vite', 'vite.config.ts'],
    ['rspack', 'rspack.config.js'],
  ])('creates a repository that %s builds', async (bundler, configuration) => {
    const { out, err, exitCode } = await portal(`new invoices --bundler ${bundler}`);
    expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
    expect(out).toMatch(/^Created invoices\. Next:\n\n {2}cd invoices && npm install\n/);
    expect(out).toMatch(/npm run verify\n {6}publishes it, not live, .* needs PORTAL_URL and PORTAL_TOKEN\n/);
    const file = (path: string) => workspace.path(`invoices/${path}`);
    expect(readFileSync(file(configuration), 'utf8')).toContain(`@portal/remote-build/${bundler}`);
    expect(await readDescriptor(file('remote.json'))).toMatchObject({ name: 'invoices' });
    for (const pipeline of ['.gitlab-ci.yml', '.github/workflows/release.yml'])
      expect(readFileSync(file(pipeline), 'utf8')).toMatch(/npm ci[^]*npx portal publish --verify/);
    expect(readFileSync(file('README.md'), 'utf8')).toMatch(
      /^# `invoices`\n[^]*npm run verify +# publishes it, not live,/,
    );
    const manifest: unknown = JSON.parse(readFileSync(file('package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      scripts: { build: expect.stringContaining(bundler) },
      dependencies: { '@portal/remote': expect.stringMatching(/^\^/) },
      devDependencies: { 'axe-core': expect.any(String), 'playwright-core': expect.any(String) },
    });
    // Every package has a version.
    expect(JSON.stringify(manifest)).not.toMatch(/"[~^]"/);
    expect(readFileSync(file('.npmrc'), 'utf8')).toMatch(/^# @portal:registry=https:/m);
  });

  it.each([
    ['vue', 'vite.config.ts', "from '@vitejs/plugin-vue'"],
    ['svelte', 'src/invoices-screen.svelte', '<script lang="ts">'],
    ['esm', 'src/invoices-screen.ts', "document.createElement('h1')"],
  ])('creates a repository in %s, without a screen in React', async (framework, path, content) => {
    const { err, exitCode } = await portal(`new invoices --framework ${framework}`);
    expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
    const file = (name: string) => workspace.path(`invoices/${name}`);
    expect(readFileSync(file(path), 'utf8')).toContain(content);
    expect(readFileSync(file('src/invoices-screen.ts'), 'utf8')).toContain('const mount: Mount');
    expect(existsSync(file('src/invoices-screen.tsx'))).toBe(false);
    const manifest = readFileSync(file('package.json'), 'utf8');
    expect(manifest).toContain('"build": "vite build"');
    expect(manifest).not.toMatch(/"[~^]?"|plugin-react/);
  });

  it.each([
    ['react', 'src/invoices-screen.tsx'],
    ['vue', 'src/count-orders.ts'],
  ])('creates a repository in %s that calls a back end of its own', async (framework, caller) => {
    const { err, exitCode } = await portal(`new invoices --framework ${framework} --api`);
    expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
    const read = (name: string) => readFileSync(workspace.path(`invoices/${name}`), 'utf8');
    expect(await readDescriptor(workspace.path('invoices/remote.json'))).toMatchObject({ api: true });
    expect(read(caller)).toContain('readSummary');
    expect(read('src/read-summary.ts')).toContain('createClient(descriptor)');
    expect(read('dev/mocks.ts')).toContain("http.get('/api/invoices/summary'");
    expect(read('package.json')).toMatch(/"valibot": "\^\d|"valibot": "\^catalog:/);
  });

  it('creates a package of a monorepo, whose settings of pnpm are its root’s', async () => {
    await workspace.write({ 'apps/shop/package.json': '{}', 'pnpm-workspace.yaml': 'packages: [apps/*]' });
    const { err, exitCode } = await portal('new invoices --bundler vite');
    expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
    expect(existsSync(workspace.path('invoices/vite.config.ts'))).toBe(true);
    expect(existsSync(workspace.path('invoices/pnpm-workspace.yaml'))).toBe(false);
    await rm(workspace.path('pnpm-workspace.yaml'));
    await portal('new others');
    expect(existsSync(workspace.path('others/pnpm-workspace.yaml'))).toBe(true);
  });

  it('refuses an unknown bundler and an existing folder', async () => {
    expect((await portal('new invoices --bundler parcel')).err).toBe(
      "portal: option '--bundler <name>' argument 'parcel' is invalid. Allowed choices are webpack, vite, rspack.\n",
    );
    expect((await portal('new invoices --framework vue --bundler rspack')).err).toBe(
      'portal: Vite builds remotes in vue. Leave --bundler out.\n',
    );
    await portal('new invoices');
    expect((await portal('new invoices')).err).toBe(
      'portal: invoices already exists. Choose another name.\n',
    );
  });
});
