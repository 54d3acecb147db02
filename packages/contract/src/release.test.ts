import * as v from 'valibot';
import { buildSchema, percentSchema, versionSchema } from './build';
import { releaseDocumentSchema } from './release';
import { BUILD, INTEGRITY, PUBLISHED, RELEASE } from './testing/documents';
import { mistakes } from './testing/mistakes';

const CANARY = { version: '2.0.0', percent: 10, since: '2026-03-02T12:00:00.000Z' };

const wrongInBuild = (change: object) => mistakes(buildSchema, { ...BUILD, ...change });
const wrongIn = (change: object) => mistakes(releaseDocumentSchema, { ...RELEASE, ...change });
const version = (change: object) => ({ versions: { '1.0.0': { ...PUBLISHED, ...change } } });

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

describe('the releases of a remote', () => {
  it('are accepted with and without a live version, and with a canary', () => {
    expect(wrongIn({})).toEqual([]);
    expect(wrongIn({ live: null, versions: {}, history: [] })).toEqual([]);
    expect(wrongIn(version({ descriptor: undefined }))).toEqual([]);
    expect(wrongIn({ canary: CANARY, previous: '0.9.0' })).toEqual([]);
  });

  it.each([
    ['canary.since', { canary: { ...CANARY, since: 'today' } }],
    ['revision', { revision: 1.5 }],
    ['live', { live: '../1.0.0' }],
    ['versions.../../shell', { versions: { '../../shell': PUBLISHED } }],
    ['next', { next: '2.0.0' }],
    ['versions.1.0.0.author', version({ author: 'Ann' })],
    ['versions.1.0.0.publishedAt', version({ publishedAt: '2026-03-01' })],
    ['versions.1.0.0.integrity.../x.js', version({ integrity: { '../x.js': INTEGRITY } })],
  ])('refuse a wrong %s', (where, change) => {
    expect(wrongIn(change)).toEqual([where]);
  });

  it.each(Object.keys(RELEASE))('require %s', (field) => {
    expect(wrongIn({ [field]: undefined })).toEqual([field]);
  });

  it.each(['', 'sha384-', INTEGRITY.slice(0, -1), `${INTEGRITY}A`, INTEGRITY.replace('384', '256')])(
    'refuse the integrity %j',
    (integrity) => {
      expect(wrongIn(version({ integrity: { 'a.js': integrity } }))).toEqual([
        'versions.1.0.0.integrity.a.js',
      ]);
    },
  );
});

it.each([-1, 101, 0.5, NaN, '10', null])('a share cannot be %j percent', (percent) => {
  expect(mistakes(percentSchema, percent)).not.toEqual([]);
  expect(mistakes(percentSchema, 50)).toEqual([]);
});
