import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

const WORKSPACE = join(import.meta.dirname, '../..');
const PACKAGES = join(WORKSPACE, 'packages');
const PACKED = join(WORKSPACE, '.portal/packages');

const execute = promisify(execFile);

const manifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    name: v.string(),
    private: v.optional(v.boolean()),
    publishConfig: v.optional(v.unknown()),
    devDependencies: v.optional(v.record(v.string(), v.string()), {}),
  }),
);

const readManifest = async (directory: string) =>
  v.parse(manifestSchema, await readFile(join(directory, 'package.json'), 'utf8'));

/** Resolutions to ignore: the packages are ECMAScript modules with `exports`, which neither of these supports. */
const OUT_OF_SCOPE: readonly string[] = ['node10', 'node16-cjs'];

const faultsOfTypes = async (tarball: Uint8Array): Promise<string[]> => {
  const analysis = await checkPackage(createPackageFromTarballData(tarball));
  return ('problems' in analysis ? analysis.problems : [])
    .filter((problem) => !('resolutionKind' in problem && OUT_OF_SCOPE.includes(problem.resolutionKind)))
    .map((problem) => JSON.stringify(problem));
};

const faultsOfManifest = async (tarball: Uint8Array): Promise<string[]> => {
  const { messages, pkg = {} } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer } });
  return messages
    .filter(({ type }) => type !== 'suggestion')
    .map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
};

/** The documents of a package that its users read. */
const DOCUMENTS = ['README.md', 'CHANGELOG.md'];

const missingDocuments = (directory: string): string[] =>
  DOCUMENTS.filter((file) => !existsSync(join(directory, file))).map((file) => `It has no ${file}.`);

/** Removes what concerns only this workspace from the manifest in a tarball: scripts, tests, packages that nobody can install. */
const cleanManifest = async (file: string, directory: string): Promise<void> => {
  const unpacked = await mkdtemp(join(tmpdir(), 'pack-'));
  await execute('tar', ['xzf', file, '-C', unpacked]);
  const folder = join(unpacked, 'package');
  const { scripts, jest, devDependencies, ...manifest } = await readManifest(folder);
  const installable: Record<string, string> = {};
  for (const [name, version] of Object.entries(devDependencies)) {
    const dependency = await readManifest(join(directory, 'node_modules', name));
    if (!dependency.private) installable[name] = version;
  }
  const clean = { ...manifest, devDependencies: installable };
  await writeFile(join(folder, 'package.json'), JSON.stringify(clean, null, 2));
  await execute('tar', ['czf', file, '-C', unpacked, 'package']);
  await rm(unpacked, { recursive: true });
};

/** Packs one package; returns its faults. */
const pack = async (directory: string): Promise<string[]> => {
  const { name, publishConfig } = await readManifest(directory);
  const hasTypes = JSON.stringify(publishConfig).includes('"types"');
  await execute('pnpm', ['pack', '--pack-destination', PACKED], { cwd: directory });
  // `portal-remote-1.0.0.tgz`, not `portal-remote-build-1.0.0.tgz`.
  const packed = new RegExp(`^${name.replace('@', '').replace('/', '-')}-\\d`);
  const [entry = ''] = (await readdir(PACKED)).filter((one) => packed.test(one));
  const file = join(PACKED, entry);
  await cleanManifest(file, directory);
  const tarball = new Uint8Array(await readFile(file));
  const faults = [
    ...missingDocuments(directory),
    ...(await faultsOfManifest(tarball)),
    ...(hasTypes ? await faultsOfTypes(tarball) : []),
  ];
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
