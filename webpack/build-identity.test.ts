import { buildSample, manifestOf } from './testing/build-sample';

const nameOf = (files: Awaited<ReturnType<typeof buildSample>>) => {
  const [name] = /portal_sample_remote_\w{8}/.exec(String(files['remoteEntry.js'])) ?? [];
  return name;
};

describe('a build of a remote', () => {
  it('has a name by its content, in all of its files', async () => {
    const files = await buildSample();
    const text = Object.entries(files)
      .filter(([file]) => !file.endsWith('.br'))
      .map(([, content]) => String(content))
      .join('\n');
    expect(manifestOf(files)).toEqual({
      entry: 'remoteEntry.js',
      format: 'script',
      globalName: nameOf(files),
      preload: ['remote.js'],
      styles: [],
    });
    expect(new Set(text.match(/portal_sample_remote_\w{8}/g))).toEqual(new Set([nameOf(files)]));
    expect(text).not.toContain('00000000');
  });

  it('is the same, byte by byte, from the same sources in another place', async () => {
    const [first, second] = await Promise.all([buildSample(), buildSample()]);
    expect(second).toEqual(first);
  });

  it('has CSS modules whose class names are its own', async () => {
    const files = await buildSample();
    const styles = Object.keys(files).filter((file) => file.endsWith('.css'));
    expect(styles.map((file) => String(files[file])).join()).toMatch(
      new RegExp(`\\.${nameOf(files)}-\\d+-title\\{`),
    );
  });

  it.each([
    ['a chunk', { 'src/nested.ts': `export const text = 'changed';` }],
    ['a style', { 'src/remote.css': 'h1 { color: teal; }' }],
  ])('has another name when %s is another', async (_, changed) => {
    const [first, second] = await Promise.all([buildSample(), buildSample(changed)]);
    expect(nameOf(second)).not.toBe(nameOf(first));
  });
});
