import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildIn, SAMPLE, writeSources } from './testing/build-sample';

/** A `@portal/cli` that notes what it was asked, and which files were there. */
const COMMAND = `
import { readdirSync, writeFileSync } from 'node:fs';
const [, , verb, folder] = process.argv;
writeFileSync('asked.json', JSON.stringify({ verb, files: readdirSync(folder) }));
process.exitCode = Number(process.env.EXIT_CODE);
`;

/** Builds the sample, which publishes it. */
const build = async (bundler: string, exitCode: number, sources = {}) => {
  const parent = await mkdtemp(join(tmpdir(), 'published-remote-'));
  const command = join(parent, 'node_modules/@portal/cli');
  await mkdir(command, { recursive: true });
  await writeFile(
    join(command, 'package.json'),
    JSON.stringify({ exports: { './process': './command.mjs' } }),
  );
  await writeFile(join(command, 'command.mjs'), COMMAND);
  const directory = join(parent, 'sample');
  await writeSources(directory, { ...SAMPLE, ...sources });
  const script = join(__dirname, 'testing/build-and-publish.ts');
  const output = await promisify(execFile)(process.execPath, ['--import', 'tsx', script, bundler], {
    cwd: directory,
    // `@module-federation/vite` does nothing where Jest's variables are set.
    env: { PATH: process.env['PATH'], EXIT_CODE: String(exitCode) },
  }).catch((error: Error) => error);
  const asked = await readFile(join(directory, 'asked.json'), 'utf8').catch(() => undefined);
  const manifest = await readFile(join(directory, 'dist/mf-manifest.json')).catch(() => undefined);
  return {
    ...{ output, manifest, directory },
    asked: asked && (JSON.parse(asked) as { verb: string; files: string[] }),
  };
};

/** The scripts of a build, one after the other. */
const codeIn = async (directory: string): Promise<string> => {
  const dist = join(directory, 'dist');
  const scripts = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith('.js'));
  return (await Promise.all(scripts.map((file) => readFile(join(dist, file), 'utf8')))).join('\n');
};

describe.each(['webpack', 'rspack', 'vite'])('with publish: true, %s', (bundler) => {
  it('publishes what it has built', async () => {
    const { output, asked } = await build(bundler, 0);
    expect(output).not.toBeInstanceOf(Error);
    expect(asked).toEqual({
      verb: 'publish',
      files: expect.arrayContaining(['mf-manifest.json', 'remoteEntry.js']),
    });
  });

  it('fails if the portal refuses it', async () => {
    expect((await build(bundler, 4)).output).toMatchObject({
      message: expect.stringContaining('portal publish failed with exit code 4.'),
    });
  });

  it('publishes no build that failed', async () => {
    const { asked } = await build(bundler, 0, { 'src/screen.ts': `import './missing';` });
    expect(asked).toBeUndefined();
  });
});

it.each(['webpack', 'rspack', 'vite'])(
  '%s: takes files of any kind, the paths of tsconfig.json, and import.meta.env from .env files',
  async (bundler) => {
    const { directory } = await build(bundler, 0, {
      'tsconfig.json': `{
        // As an editor reads it.
        "compilerOptions": { "paths": { "@/*": ["./src/*"] } },
      }`,
      'src/brand.ttf': 'a font',
      '.env': 'VITE_FROM=the file\nVITE_MODE=any\nSECRET=of a developer',
      '.env.production': 'VITE_MODE=production only',
      'src/screen.ts': `
        import { text } from '@/nested';
        import font from './brand.ttf?no-inline';
        const { VITE_FROM, SECRET } = import.meta.env;
        export const texts = [text, font, VITE_FROM, SECRET, import.meta.env.VITE_MODE, import.meta.env.PROD && 'is built'];`,
    });
    const code = await codeIn(directory);
    for (const text of ['the innermost', 'the file', 'production only', 'is built'])
      expect(code).toContain(text);
    expect(code).not.toContain('of a developer');
    const built = await readdir(join(directory, 'dist'), { recursive: true });
    expect(built.filter((file) => file.endsWith('.ttf'))).toHaveLength(1);
  },
);

it.each(['webpack', 'rspack'])('%s: the css prop uses the emotion of the shell', async (bundler) => {
  const { directory } = await build(bundler, 0, {
    'src/screen.ts': `
      import { jsx } from '@emotion/react/jsx-runtime';
      export const screen = jsx('p', { css: { color: 'teal' } });`,
  });
  const code = await codeIn(directory);
  expect(code).toContain('teal');
  // The cache of emotion.
  expect(code).not.toContain('data-emotion');
});

it('lists the stylesheet of Vite if only a lazy chunk has styles, and does not ask for react-router-dom', async () => {
  const { manifest, output } = await build('vite', 0, {
    'src/remote.ts': `export const load = () => import('./screen');`,
  });
  expect(JSON.stringify(output)).not.toContain('react-router-dom');
  expect(manifest && buildIn({ 'mf-manifest.json': manifest }).styles).toEqual([
    expect.stringMatching(/^assets\/style-.*\.css$/),
  ]);
});
