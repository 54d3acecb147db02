import { buildSamples, buildIn, type BuiltFiles } from './testing/build-sample';

const nameOf = (files: BuiltFiles): string => {
  const [name = ''] = /portal_sample_remote_\w{8}/.exec(String(files['remoteEntry.js'])) ?? [];
  return name;
};

/** All text files, concatenated. */
const textOf = (files: BuiltFiles): string =>
  Object.entries(files)
    .filter(([file]) => !file.endsWith('.br'))
    .map(([, content]) => String(content))
    .join('\n');

const VARIANTS = {
  original: {},
  copy: {},
  'another-chunk': { 'src/nested.ts': `export const text = 'changed';` },
  'another-style': { 'src/remote.css': 'h1 { color: teal; }' },
};

let builds: Record<keyof typeof VARIANTS, BuiltFiles>;
let files: BuiltFiles;
beforeAll(async () => {
  builds = await buildSamples(VARIANTS);
  files = builds.original;
});

it('names a build after its content in all files', () => {
  expect(buildIn(files)).toEqual({
    entry: 'remoteEntry.js',
    format: 'script',
    globalName: nameOf(files),
    preload: ['remote.js'],
    styles: [],
  });
  expect(new Set(textOf(files).match(/portal_sample_remote_\w{8}/g))).toEqual(new Set([nameOf(files)]));
  expect(nameOf(files)).not.toContain('00000000');
});

it('loads chunks through a Trusted Types policy, and marks the build as compatible', () => {
  expect(Object.keys(files)).toContain('trusted-types.txt');
  expect(String(files['remoteEntry.js'])).toMatch(/createPolicy\("portal-script"/);
});

it('prefixes class names of CSS modules with the name of the build', () => {
  expect(textOf(files)).toMatch(new RegExp(`\\.${nameOf(files)}-\\d+-title\\{`));
});

it('produces the same bytes from the same sources in another directory', () => {
  expect(builds.copy).toEqual(files);
});

it.each(['another-chunk', 'another-style'] as const)('changes the name with %s', (variant) => {
  expect(nameOf(builds[variant])).not.toBe(nameOf(files));
});
