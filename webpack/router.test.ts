import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as shared from './shared/react-router';
import { buildSamples, type BuiltFiles } from './testing/build-sample';

const WORKSPACE = join(__dirname, '..');

/** The shell, and the packages in its bundle. */
const IN_SHELL = ['apps/shell', 'packages/api', 'packages/contract', 'packages/theme'];

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(WORKSPACE, folder, 'src'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /^[^.]+\.tsx?$/.test(name))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));

/** The names of values that a source imports from react-router. */
const namesIn = (source: string): string[] =>
  [...source.matchAll(/import \{([^}]*)\} from 'react-router(?:-dom)?'/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim().replace(/ as .*/, ''))
    .filter((name) => name && !name.startsWith('type '));

it('shares every name that the shell uses', () => {
  const used = new Set(IN_SHELL.flatMap(sourcesOf).flatMap(namesIn));
  expect(used).toContain('useLocation');
  expect(Object.keys(shared)).toEqual(expect.arrayContaining([...used]));
});

describe('a remote', () => {
  let builds: Record<'shared' | 'own', BuiltFiles>;
  beforeAll(async () => {
    builds = await buildSamples({
      shared: { 'src/remote.ts': `export { Link, useLocation } from 'react-router';` },
      own: { 'src/remote.ts': `export { data, Link } from 'react-router';` },
    });
  });

  it('brings nothing of react-router if the shell shares all names that it uses', () => {
    expect(builds.shared['remote.js']?.length).toBeLessThan(500);
  });

  it('brings names that the shell does not share', () => {
    const code = String(builds.own['remote.js']);
    expect(code).toContain('DataWithResponseInit');
    // Still a property of the shell's module.
    expect(code).toMatch(/Link:\(\)=>\w+\.Link\b/);
  });
});
