import { exec } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { filesIn, ownReact, readBuild } from '@portal/releases';

/** A remote as the documentation of the federation plugins shows it, without a preset of the portal. */
const SOURCES = {
  'package.json': '{ "name": "provider", "version": "1.0.0", "type": "module" }',
  'src/app.js': `
    import { createElement } from 'react';
    import './app.css';
    export default () => createElement('button', { onClick: () => import('./later.js') }, 'Open');`,
  'src/app.css': 'button { color: teal; }',
  'src/later.js': `import './later.css'; export const later = () => document.title;`,
  'src/later.css': 'h1 { color: teal; }',
};

const OPTIONS = `name: 'provider', filename: 'remoteEntry.js', manifest: true, dts: false,
  exposes: { './App': './src/app.js' },
  shared: { react: { singleton: true } },`;

/** Lines of the refusal, each for a line of the configuration. */
const LINES: [plain: string, ready: string][] = [
  [`exposes: { './App': `, `exposes: { './remote': `],
  [`shared: { react: { singleton: true } }`, `shared: consumed, shareStrategy: 'loaded-first'`],
  [`publicPath: 'http://localhost:3001/'`, `publicPath: 'auto', crossOriginLoading: 'anonymous'`],
  [`base: 'http://localhost:3001/'`, `base: './'`],
  [`target: 'esnext'`, `target: 'esnext', cssCodeSplit: false`],
  ['/* more */', `integrity(),`],
];

const CONFIGURATIONS = {
  webpack: `
    import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
    import { consumed } from '@portal/remote-build';
    import { integrity } from '@portal/remote-build/webpack';
    export default {
      entry: {},
      output: { publicPath: 'http://localhost:3001/' },
      experiments: { css: true },
      plugins: [new ModuleFederationPlugin({ ${OPTIONS} }), /* more */],
    };`,
  rspack: `
    import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
    import { SubresourceIntegrityPlugin } from '@rspack/core';
    import { consumed } from '@portal/remote-build';
    const integrity = () => new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] });
    export default {
      entry: {},
      output: { publicPath: 'http://localhost:3001/' },
      module: { rules: [{ test: /\\.css$/, type: 'css/auto' }] },
      plugins: [new ModuleFederationPlugin({ ${OPTIONS} }), /* more */],
    };`,
  vite: `
    import { federation } from '@module-federation/vite';
    import { consumed } from '@portal/remote-build';
    export default {
      base: 'http://localhost:3001/',
      build: { target: 'esnext', rolldownOptions: { input: './src/app.js' } },
      plugins: [federation({ ${OPTIONS} })],
    };`,
};

const COMMANDS = {
  webpack: 'webpack --mode production',
  rspack: 'rspack build --mode production',
  vite: 'vite build --configLoader native',
};

type Bundler = keyof typeof CONFIGURATIONS;

/** Builds the remote; returns the directory of the build. */
const build = async (bundler: Bundler, lines: typeof LINES = []): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), `plain-${bundler}-`));
  const configuration = lines.reduce(
    (text, [plain, ready]) => text.replace(plain, ready),
    CONFIGURATIONS[bundler],
  );
  for (const [path, content] of Object.entries({ ...SOURCES, [`${bundler}.config.js`]: configuration })) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), content);
  }
  const modules = join(__dirname, '../node_modules');
  await symlink(modules, join(directory, 'node_modules'));
  const PATH = `${join(modules, '.bin')}:${process.env['PATH'] ?? ''}`;
  // Vite's plugin does nothing in tests, by their variables.
  const outside = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name !== 'JEST_WORKER_ID'),
  );
  const env = { ...outside, PATH, NODE_OPTIONS: '--import tsx', NODE_ENV: 'production' };
  await promisify(exec)(COMMANDS[bundler], { cwd: directory, env });
  return join(directory, 'dist');
};

/** What is said about a React in the build. */
const reactIn = async (directory: string) => ownReact('provider@1.0.0', directory, await filesIn(directory));

const EXPOSED = /exposes: \{ '\.\/remote': /;
const ADDRESS = /looks for its chunks at http:\/\/localhost:3001\/.*publicPath: 'auto', or base: '\.\/'/;
const PRESETS = /^portalRemote\(\) of @portal\/remote/;
const HASHES =
  /could verify .*\.js.*crossOriginLoading: 'anonymous'.*SubresourceIntegrityPlugin.*integrity\(\)/;

describe.each<[Bundler, RegExp[]]>([
  ['webpack', [EXPOSED, ADDRESS, HASHES]],
  ['rspack', [EXPOSED, ADDRESS, HASHES]],
  ['vite', [EXPOSED, ADDRESS, /could verify assets\/later-.*\.css.*cssCodeSplit: false/]],
])('a build by %s and the documentation of its federation plugin', (bundler, faults) => {
  it('is refused with everything that it lacks, and the lines to add', async () => {
    const directory = await build(bundler);
    expect(await reactIn(directory)).toMatch(/^provider@1\.0\.0 contains a React of its own, in .+\.js: /);
    const refusal = await readBuild(directory).then(() => '', String);
    expect(refusal.split('\n').slice(1)).toEqual(
      [...faults, PRESETS].map((pattern) => expect.stringMatching(pattern)),
    );
  });

  it('is a remote with these lines', async () => {
    const directory = await build(bundler, LINES);
    expect(await readBuild(directory)).toMatchObject({ globalName: 'provider' });
    expect(await reactIn(directory)).toBeUndefined();
  });
});
