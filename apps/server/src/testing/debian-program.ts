import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/debian', import.meta.url));

interface Program {
  name: string;
  /** The package that has it, and where. */
  package: string;
  path: string;
  /** The option that only shows the version. */
  version: string;
}

/** Unpacks Debian's package: its libraries are those of a minimal Debian, so it needs no installation and no root. */
const unpackPackage = ({ name, package: of, path }: Program) => {
  mkdirSync(CACHE, { recursive: true });
  const cwd = mkdtempSync(join(CACHE, 'download-'));
  execFileSync('apt-get', ['download', of], { cwd, stdio: 'ignore', timeout: 60_000 });
  const [file = ''] = readdirSync(cwd);
  execFileSync('dpkg-deb', ['-x', file, '.'], { cwd });
  renameSync(join(cwd, path), join(CACHE, name));
};

/**
 * Finds a program: of this machine, or Debian's package in a cache.
 * @returns undefined where there is none, after a line on stderr that says so
 */
export const findProgram = (program: Program): string | undefined => {
  const { name, version } = program;
  const cached = join(CACHE, name);
  const runs = (file: string) => spawnSync(file, [version], { stdio: 'ignore' }).status === 0;
  if (runs(name)) return name;
  try {
    if (!existsSync(cached)) unpackPackage(program);
    if (runs(cached)) return cached;
  } catch {
    // Not a Debian, or without network.
  }
  process.stderr.write(
    `${name} is not installed, and apt-get cannot download it: skipped what needs ${name}\n`,
  );
  return undefined;
};
