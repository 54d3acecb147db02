import * as v from 'valibot';
import { buildSchema, percentSchema, versionSchema } from './build';
import { publishedVersionSchema } from './release';
import { BUILD, INTEGRITY, PUBLISHED } from '../testing/documents';
import { mistakes } from '../testing/mistakes';

const wrongInBuild = (change: object) => mistakes(buildSchema, { ...BUILD, ...change });
const wrongIn = (change: object) => mistakes(publishedVersionSchema, { ...PUBLISHED, ...change });

describe('a version', () => {
  it.each(['0.0.0', '1.4.0', '10.20.30', '1.4.0-pr12', '1.4.0-rc.1', '1.0.0-20260301.4f5e'])(
    'can be %s',
    (version) => {
      expect(mistakes(versionSchema, version)).toEqual([]);
    },
  );

  it.each([
    ...['', '1', '1.4', 'v1.4.0', 'latest', '1.4.0-', '1.4.0+4f5e', '1.4.0 ', '1.4.0\n', 1],
    ...['1.4.0-a/b', '1.4.0-a\\b', '../1.4.0', '1.4.0/..', `1.0.0-${'a'.repeat(128)}`],
  ])('cannot be %j', (version) => {
    expect(mistakes(versionSchema, version)).not.toEqual([]);
  });
});

const OUTSIDE = [
  ...['', '.', '..', '/remoteEntry.js', '//evil.example/x.js', 'https://evil.example/x.js', 'C:/x.js'],
  ...['../shell/main.js', 'chunks/../../shell/main.js', 'chunks/..', 'chunks/./x.js', './x.js'],
  ...['..\\x.js', 'chunks\\..\\x.js', '%2e%2e/x.js', 'x.js?y', 'x.js#y', 'x y.js', 'x.js\n', 'x\0.js'],
];

describe('a build', () => {
  it('can have files in folders, with dots and dashes in their names', () => {
    expect(
      wrongInBuild({ entry: 'a/b-c/..d/e..f/main.min.js', preload: ['.hidden', '@scope/a+b_c.js'] }),
    ).toEqual([]);
  });

  it('defaults to a classic script without stylesheets and, as the shell, without a global name', () => {
    expect(v.parse(buildSchema, { entry: 'main.js', preload: [] })).toMatchObject({
      format: 'script',
      styles: [],
    });
    expect(wrongInBuild({ format: 'module', styles: ['a.css'] })).toEqual([]);
    expect(wrongInBuild({ format: 'amd' })).toEqual(['format']);
  });

  it.each(OUTSIDE)('refuses the file path %j', (path) => {
    expect(wrongInBuild({ entry: path })).toEqual(['entry']);
    expect(wrongInBuild({ preload: ['a.js', path] })).toEqual(['preload.1']);
    expect(wrongInBuild({ styles: [path] })).toEqual(['styles.0']);
  });

  it('refuses missing and unknown fields', () => {
    expect(wrongInBuild({ entry: undefined })).toEqual(['entry']);
    expect(wrongInBuild({ preload: undefined })).toEqual(['preload']);
    expect(wrongInBuild({ integrity: {} })).toEqual(['integrity']);
  });
});

describe('a published version', () => {
  it('is accepted with a descriptor, and as the shell without', () => {
    expect(wrongIn({})).toEqual([]);
    expect(wrongIn({ descriptor: undefined })).toEqual([]);
  });

  it.each([
    ['author', { author: 'Ann' }],
    ['integrity', { integrity: undefined }],
    ['integrity.../x.js', { integrity: { '../x.js': INTEGRITY } }],
  ])('is refused for its %s', (where, change) => {
    expect(wrongIn(change)).toEqual([where]);
  });

  it.each(['', 'sha384-', INTEGRITY.slice(0, -1), `${INTEGRITY}A`, INTEGRITY.replace('384', '256')])(
    'is refused for the integrity %j',
    (integrity) => {
      expect(wrongIn({ integrity: { 'a.js': integrity } })).toEqual(['integrity.a.js']);
    },
  );
});

it.each([-1, 101, 0.5, NaN, '10', null])('a share cannot be %j percent', (percent) => {
  expect(mistakes(percentSchema, percent)).not.toEqual([]);
  expect(mistakes(percentSchema, 50)).toEqual([]);
});
