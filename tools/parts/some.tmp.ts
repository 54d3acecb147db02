import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * `pnpm check parts`: takes each part out of a copy of the repository, its folder and the lines of the lists that name
 * it. What is left must compile, keep to the rules, and let a customer sign in and read orders. Prints the core's lines.
 */

const WORKSPACE = join(import.meta.dirname, '../..');
const SERVER = 'apps/server/src';

/** The lists of parts. */
const LISTS = ['parts.ts', 'messages/parts.ts', 'operations/parts.ts', 'portal.ts'];

/** The folders of parts: those from which a list imports. */
const partsIn = async (list: string): Promise<string[]> => {
  const text = await readFile(join(WORKSPACE, SERVER, list), 'utf8');
  const imported = [...text.matchAll(/from '\.\/([\w/-]+)\/part'/g)].map(([, folder = '']) => folder);
  return imported.map((folder) => join(dirname(list), folder));
};

const PARTS = (await Promise.all(LISTS.map(partsIn))).flat().filter((part) => /answers|acumatica/.test(part));

/** What the core promises: sign-in, the list, an order, the page. */
const TESTS = ['identity/sessions/sign-in.test', 'orders/calls/orders.test', 'portal/page/routes.test'];

const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', args, { cwd: WORKSPACE, maxBuffer: 1e8 })).stdout;

/** The files of the repository, without the folders of these parts and the tests that import them. */
const filesWithout = async (parts: readonly string[]): Promise<string[]> => {
  const files = (await git('ls-files')).split('\n').filter((file) => file !== '');
  const folders = parts.map((part) => `${SERVER}/${part}/`);
  const rest = files.filter((file) => !folders.some((folder) => file.startsWith(folder)));
  const named = new RegExp(`from '[^']*/(${parts.map((part) => part.split('/')[1]).join('|')})/`);
  const isKept = async (file: string) =>
    !/\.test\.tsx?$/.test(file) || !named.test(await readFile(join(WORKSPACE, file), 'utf8'));
  const kept = await Promise.all(rest.map(isKept));
  return rest.filter((_, at) => kept[at]);
};

/** Removes the imports of a part from a list, and from its line what they imported. */
const withoutPart = (text: string, part: string): string => {
  const folder = part.split('/')[1] ?? part;
  const imports = new RegExp(`^import \\{ ([^}]*) \\} from '[^']*/${folder}/[^']*';\\n`, 'gm');
  const names = [...text.matchAll(imports)].map(([, name = '']) => name);
  const rest = text.replaceAll(imports, '').split('\n');
  return rest
    .map((line) =>
      /^\s*(\/\*|\*|\/\/)/.test(line)
        ? line
        : names.reduce((left, name) => left.replace(new RegExp(`(?<!\\w)${name}(?:, ?|(?=\\]))`), ''), line),
    )
    .join('\n');
};

/** Copies the workspace without some parts; installed packages are linked. */
const copyWithout = async (parts: readonly string[]): Promise<string> => {
  const copy = await mkdtemp(join(tmpdir(), 'portal-core-'));
  const files = await filesWithout(parts);
  for (const file of files) await cp(join(WORKSPACE, file), join(copy, file), { verbatimSymlinks: true });
  await symlink(join(WORKSPACE, 'node_modules'), join(copy, 'node_modules'));
  const packages = files.filter((file) => file.endsWith('/package.json')).map(dirname);
  for (const folder of packages)
    await cp(join(WORKSPACE, folder, 'node_modules'), join(copy, folder, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
    }).catch(() => undefined);
  // Compiled texts are not in the repository.
  for (const folder of ['apps', 'packages'])
    for (const name of await readdir(join(WORKSPACE, folder)))
      await cp(join(WORKSPACE, folder, name, 'languages'), join(copy, folder, name, 'languages'), {
        recursive: true,
      }).catch(() => undefined);
  for (const list of LISTS) {
    const file = join(copy, SERVER, list);
    await writeFile(file, parts.reduce(withoutPart, await readFile(file, 'utf8')));
  }
  return copy;
};

/** Runs the checks in a copy. @returns the output of the first that fails */
const faultIn = async (copy: string): Promise<string | undefined> => {
  const checks: [string, string[]][] = [
    ['node_modules/typescript7/bin/tsc', ['--noEmit', '-p', 'tsconfig.node.json']],
    ['node_modules/oxlint/bin/oxlint', [SERVER]],
    ['node_modules/jest/bin/jest.js', ['--maxWorkers=2', ...TESTS]],
  ];
  for (const [program, args] of checks) {
    const cwd = program.includes('jest') ? join(copy, 'apps/server') : copy;
    const path = join(copy, program);
    const fault = await run(process.execPath, [path, ...args], { cwd, maxBuffer: 1e8 }).then(
      () => undefined,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => `${program}\n${stdout}${stderr}`,
    );
    if (fault !== undefined) return fault;
  }
  return undefined;
};

/** Prints the lines of each room without its parts. */
const printCore = async (): Promise<void> => {
  const sources = (await filesWithout(PARTS)).filter(
    (file) =>
      file.startsWith(`${SERVER}/`) &&
      /\.tsx?$/.test(file) &&
      !/\.(test|check|contract)\.|\/testing\//.test(file),
  );
  const rooms = new Map<string, number>();
  for (const file of sources) {
    const room =
      file
        .slice(SERVER.length + 1)
        .split('/')
        .slice(0, -1)
        .join('/') || 'the app';
    const lines = (await readFile(join(WORKSPACE, file), 'utf8')).split('\n').length - 1;
    rooms.set(room, (rooms.get(room) ?? 0) + lines);
  }
  for (const [room, lines] of [...rooms].sort())
    process.stdout.write(`${String(lines).padStart(6)}  ${room}\n`);
  const total = [...rooms.values()].reduce((sum, lines) => sum + lines, 0);
  process.stdout.write(`${String(total).padStart(6)}  the server without its parts\n`);
};

await printCore();
for (const parts of PARTS.map((part) => [part])) {
  const copy = await copyWithout(parts);
  const fault = await faultIn(copy);
  await rm(copy, { recursive: true });
  process.stdout.write(`${fault === undefined ? '✓' : '✗'} without ${parts.join(', ')}\n${fault ?? ''}`);
  if (fault !== undefined) process.exitCode = 1;
}
