import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import * as v from 'valibot';

/**
 * `pnpm packages`: builds and packs each published package into `.portal/packages`, and checks the result: publint checks
 * the manifest, Are The Types Wrong the types. Exit code 0: nothing is wrong.
 */

const WORKSPACE = join(import.meta.dirname, '..');
const PACKAGES = join(WORKSPACE, 'packages');
const PACKED = join(WORKSPACE, '.portal/packages');

const manifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ name: v.string(), publishConfig: v.optional(v.unknown()) }),
);

const readManifest = async (directory: string) =>
  v.parse(manifestSchema, await readFile(join(directory, 'package.json'), 'utf8'));

/** Resolutions to ignore: the packages are ECMAScript modules with `exports`, which neither of these supports. */
const OUT_OF_SCOPE: readonly string[] = ['node10', 'node16-cjs'];

const faultsOfTypes = async (tarball: Uint8Array): Promise<string[]> => {
  const analysis = await checkPackage(createPackageFromTarballData(tarball));
  return (analysis.types ? analysis.problems : [])
    .filter((problem) => !('resolutionKind' in problem && OUT_OF_SCOPE.includes(problem.resolutionKind)))
    .map((problem) => JSON.stringify(problem));
};

const faultsOfManifest = async (tarball: Uint8Array): Promise<string[]> => {
  const { messages, pkg = {} } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer } });
  return messages
    .filter(({ type }) => type !== 'suggestion')
    .map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
};

/** Packs one package; returns its faults. */
const pack = async (directory: string): Promise<string[]> => {
  const { name } = await readManifest(directory);
  await promisify(execFile)('pnpm', ['pack', '--pack-destination', PACKED], { cwd: directory });
  const [file = ''] = (await readdir(PACKED)).filter((entry) =>
    entry.startsWith(`${name.replace('@', '').replace('/', '-')}-`),
  );
  const tarball = new Uint8Array(await readFile(join(PACKED, file)));
  const faults = [...(await faultsOfManifest(tarball)), ...(await faultsOfTypes(tarball))];
  process.stdout.write(`${faults.length === 0 ? '✓' : '✗'} ${name}\n`);
  return faults.map((fault) => `${name}: ${fault}\n`);
};

await rm(PACKED, { recursive: true, force: true });
await mkdir(PACKED, { recursive: true });
const folders = (await readdir(PACKAGES)).map((name) => join(PACKAGES, name));
const published = [];
for (const folder of folders) if ((await readManifest(folder)).publishConfig) published.push(folder);
const faults = (await Promise.all(published.map(pack))).flat();
process.stdout.write(faults.join(''));
process.exitCode = faults.length === 0 ? 0 : 1;
