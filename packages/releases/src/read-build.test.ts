import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESCRIPTOR } from '@portal/contract/testing';
import { integrityOf } from './integrity';
import { readBuild, readDescriptor, SHARED_MAJORS } from './read-build';
import { writeBuild } from './testing/build';
import rspackManifest from './testing/rspack-manifest.json';
import viteManifest from './testing/vite-manifest.json';

type Files = Record<string, string | undefined>;

const [viteExposed] = viteManifest.exposes;
const { js, css } = viteExposed?.assets ?? { js: { sync: [], async: [] }, css: { sync: [] } };

const withManifest = (changes: object) => ({
  'mf-manifest.json': JSON.stringify({ ...viteManifest, ...changes }),
});
const withExposed = (changes: object) => withManifest({ exposes: [{ ...viteExposed, ...changes }] });

const viteBuild = (changed: Files = {}): Promise<string> =>
  writeBuild({
    'mf-manifest.json': JSON.stringify(viteManifest),
    'remoteEntry.js': 'export const init = 1;',
    ...Object.fromEntries([...js.sync, ...js.async, ...css.sync].map((file) => [file, `content of ${file}`])),
    ...changed,
  });

const CHUNKS = { 'remote.js': 'const screens = 1;', '349.js': 'const details = 1;', 'remote.css': 'h1 { }' };

const rspackBuild = (changed: Files = {}): Promise<string> =>
  writeBuild({
    'mf-manifest.json': JSON.stringify(rspackManifest),
    'remoteEntry.js': Object.values(CHUNKS)
      .map((content) => integrityOf(Buffer.from(content)))
      .join(),
    ...CHUNKS,
    ...changed,
  });

it('reads the manifest of the federation plugin of Vite', async () => {
  expect(await readBuild(await viteBuild())).toEqual({
    entry: 'remoteEntry.js',
    globalName: 'vite_remote_1_0_0',
    format: 'module',
    preload: js.sync,
    styles: css.sync,
  });
  expect(css.sync).toHaveLength(1);
});

it('reads the manifest of the federation plugin of Rspack', async () => {
  expect(await readBuild(await rspackBuild())).toEqual({
    entry: 'remoteEntry.js',
    globalName: 'rspack_remote_1_0_0',
    format: 'script',
    preload: ['remote.js'],
    styles: [],
  });
});

it.each(['webpackChunkrspack_remote_1_0_0', 'rspackChunkrspack_remote_1_0_0'])(
  'accepts a build whose chunks arrive in a global of its own: %s',
  async (global) => {
    const hashes = Object.values(CHUNKS).map((content) => integrityOf(Buffer.from(content)));
    const entry = `(self.${global} = self.${global} || []).push; ${hashes.join()}`;
    expect(await readBuild(await rspackBuild({ 'remoteEntry.js': entry }))).toMatchObject({
      format: 'script',
    });
  },
);

it('accepts a federation name that webpack spells differently in its global', async () => {
  const { metaData } = viteManifest;
  const build = await viteBuild({
    ...withManifest({ metaData: { ...metaData, globalName: '@acme/visits__next' } }),
    'remoteEntry.js': 'self.webpackChunk_acme_visits_next = [];',
  });
  expect(await readBuild(build)).toMatchObject({ globalName: '@acme/visits__next' });
});

describe('refuses', () => {
  it.each<[string, Files, RegExp]>([
    [
      'an entry type that the shell cannot start',
      withManifest({
        metaData: { ...viteManifest.metaData, remoteEntry: { name: 'a.js', path: '', type: 'system' } },
      }),
      /\/metaData\/remoteEntry\/type must be "module", "global" or "var"/,
    ],
    [
      'chunks in a global that another package can have',
      { 'remoteEntry.js': 'self["webpackChunkprovider"] = self["webpackChunkprovider"] || [];' },
      /in the global webpackChunkprovider, which another build can have\. Build with output\.uniqueName: 'vite_remote_1_0_0'/,
    ],
    [
      'chunks in a global that is named by no package',
      { 'remoteEntry.js': 'self.webpackChunk = self.webpackChunk || [];' },
      /in the global webpackChunk, which another build can have\./,
    ],
    [
      'a module other than ./remote',
      withExposed({ path: './App' }),
      /does not expose \.\/remote, .*exposes: \{ '\.\/remote': /,
    ],
    [
      'a missing chunk',
      { [String(js.async[0])]: undefined },
      /names assets\/details-.*, which does not exist/,
    ],
    [
      'styles that load later, because nothing pins them',
      {
        'late.css': 'h1 { }',
        ...withExposed({ assets: { js: { sync: [], async: [] }, css: { sync: [], async: ['late.css'] } } }),
      },
      /could verify late\.css, .*cssCodeSplit: false/,
    ],
  ])('%s', async (_, changed, message) => {
    await expect(readBuild(await viteBuild(changed))).rejects.toThrow(message);
  });

  it.each([
    ['react', { version: '18.3.1', requiredVersion: false }, '18.3.1', 19],
    ['react', { version: '', requiredVersion: '^18.2.0' }, '^18.2.0', 19],
    ['react-router', { requiredVersion: '>=8' }, '>=8', 7],
  ])('a version of %s other than the shell’s: %j', async (name, wanted, misfit, major) => {
    const build = await viteBuild(withManifest({ shared: [{ name, ...wanted }] }));
    await expect(readBuild(build)).rejects.toThrow(
      `asks for ${name} ${misfit}, but the shell shares ${name} ${major}. Build with ${name} ${major},`,
    );
  });

  it('neither libraries that the shell does not share nor ranges that fit', async () => {
    const shared = [
      { name: 'react', version: '19.0.0', requiredVersion: '>=18' },
      { name: 'react-router', version: '', requiredVersion: null },
      { name: 'lodash', version: '3.0.0', requiredVersion: '^3.0.0' },
    ];
    const build = await viteBuild(withManifest({ shared }));
    await expect(readBuild(build)).resolves.toMatchObject({ format: 'module' });
  });

  it('by the major versions that the shell is built with', async () => {
    const catalog = await readFile(join(__dirname, '../../../pnpm-workspace.yaml'), 'utf8');
    // `portal publish` compares MUI, too.
    for (const [name, major] of Object.entries({ ...SHARED_MAJORS, '@mui/material': 9 }))
      expect(catalog.replaceAll("'", '')).toMatch(new RegExp(`^ +${name}: ${major}\\.`, 'm'));
  });

  it.each(Object.keys(CHUNKS))('an entry that does not pin %s', async (file) => {
    await expect(readBuild(await rspackBuild({ [file]: 'another content' }))).rejects.toThrow(
      `could verify ${file}: remoteEntry.js does not contain the hashes`,
    );
  });
});

describe('a descriptor', () => {
  const read = async (content: object) =>
    readDescriptor(join(await writeBuild({ 'remote.json': JSON.stringify(content) }), 'remote.json'));

  it('is refused with the field of each error', async () => {
    expect(await read(DESCRIPTOR)).toEqual(DESCRIPTOR);
    const navigation = [{ ...DESCRIPTOR.navigation[0], icon: 'javascript:alert(1)' }];
    await expect(read({ ...DESCRIPTOR, routes: ['orders'], navigation, colour: 'red' })).rejects.toThrow(
      /\/routes\/0 must be a path that starts with "\/".*; \/navigation\/0\/icon must be SVG path data; \/colour /,
    );
  });
});
