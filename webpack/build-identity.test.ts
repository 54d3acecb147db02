import { buildSample, manifestOf, type BuiltFiles } from './testing/build-sample';

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

let files: BuiltFiles;
beforeAll(async () => {
  files = await buildSample();
});

it('names a build by its content, in all files', () => {
  expect(manifestOf(files)).toEqual({
    entry: 'remoteEntry.js',
    format: 'script',
    globalName: nameOf(files),
    preload: ['remote.js'],
    styles: [],
  });
  expect(new Set(textOf(files).match(/portal_sample_remote_\w{8}/g))).toEqual(new Set([nameOf(files)]));
  expect(nameOf(files)).not.toContain('00000000');
});

it('loads chunks through the policy of pages that require Trusted Types, and says so', () => {
  expect(Object.keys(files)).toContain('trusted-types.txt');
  expect(String(files['remoteEntry.js'])).toMatch(/createPolicy\("portal-script"/);
});

it('prefixes class names of CSS modules with that name', () => {
  expect(textOf(files)).toMatch(new RegExp(`\\.${nameOf(files)}-\\d+-title\\{`));
});

it('produces the same bytes from the same sources in another directory', async () => {
  expect(await buildSample()).toEqual(files);
});

it.each([
  ['a chunk', { 'src/nested.ts': `export const text = 'changed';` }],
  ['a style', { 'src/remote.css': 'h1 { color: teal; }' }],
])('changes the name with %s', async (_, changed) => {
  expect(nameOf(await buildSample(changed))).not.toBe(nameOf(files));
});
