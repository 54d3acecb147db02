import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { EMBEDDED_URL } from '../support/addresses';

/**
 * Builds the sites as companies do: `@portal/embed` is installed by npm from its tarball, in a folder outside of the
 * workspace's packages. Everything else comes from this package's dependencies, or from those of `libraries`.
 */

const HERE = import.meta.dirname;
const DIST = join(HERE, 'dist');
const TARBALL = join(DIST, 'portal-embed.tgz');

const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORTAL_URL: EMBEDDED_URL, ASTRO_TELEMETRY_DISABLED: '1' },
  });

/** Copies sites into a folder that has the package. */
const prepare = async (folder: string, sites: string[]): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  for (const site of sites) await cp(join(HERE, site), join(folder, site), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "name": "sites", "private": true, "type": "module" }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', TARBALL], folder);
};

/** Sites with a builder of their own. */
const buildWithLibraries = async (): Promise<void> => {
  const libraries = join(HERE, 'libraries');
  const sites = join(libraries, 'dist');
  const builder = (name: string) => join(libraries, 'node_modules/.bin', name);
  run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline'], libraries);
  await prepare(sites, ['angular', 'astro']);
  run(builder('ng'), ['build'], join(sites, 'angular'));
  run(builder('astro'), ['build'], join(sites, 'astro'));
  await cp(join(sites, 'angular/dist'), join(DIST, 'angular-cli'), { recursive: true });
  await cp(join(sites, 'astro/dist'), join(DIST, 'astro'), { recursive: true });
};

await rm(DIST, { recursive: true, force: true });
await mkdir(DIST);
run('pnpm', ['--filter', '@portal/embed', 'pack', '--out', TARBALL], HERE);
const sites = join(DIST, 'sites');
await prepare(sites, ['by-state', 'react', 'react-17', 'react-19']);
for (const mode of ['production', 'react-19'])
  run('vite', ['build', '--mode', mode, '--configLoader', 'runner', '--logLevel', 'error'], HERE);
if (process.env['EVERY_HOST']) await buildWithLibraries();
