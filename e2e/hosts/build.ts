import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Builds the sites as companies do: `@portal/embed` is installed by npm from its tarball, in a folder outside of the
 * workspace's packages. Everything else comes from this package's dependencies.
 */

const DIST = join(import.meta.dirname, 'dist');
const SITES = join(DIST, 'sites');
const TARBALL = join(SITES, 'portal-embed.tgz');

const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });

await rm(DIST, { recursive: true, force: true });
await mkdir(SITES, { recursive: true });
for (const site of ['angular', 'by-state', 'prototype', 'react-17', 'vue'])
  await cp(join(import.meta.dirname, site), join(SITES, site), { recursive: true });
await writeFile(join(SITES, 'package.json'), '{ "name": "sites", "private": true, "type": "module" }');
run('pnpm', ['--filter', '@portal/embed', 'pack', '--out', TARBALL], import.meta.dirname);
run('npm', ['install', '--offline', '--no-audit', '--no-fund', TARBALL], SITES);
run('ngc', ['-p', 'tsconfig.json'], join(SITES, 'angular'));
run('vite', ['build', '--configLoader', 'runner', '--logLevel', 'error'], import.meta.dirname);
