import { readDescriptor, SHELL } from '@portal/releases';
import { defineCommand, type ArgsDef } from 'citty';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newRemote } from './new-remote';
import { packageVersion } from './package-version';
import { refuseUnknown } from './refuse-unknown';
import { readName } from './release-reference';
import { report } from './report';
import { UsageError } from './usage-error';
import { appFolder, appFolders, descriptorFile, workspaceRemotes } from './workspace-apps';

const args = {
  name: { type: 'positional', required: false, description: 'lower-case letters, digits and dashes' },
  'dry-run': { type: 'boolean', default: false, description: 'name the files, write nothing' },
  json: { type: 'boolean', default: false, description: 'print one JSON document' },
} as const satisfies ArgsDef;

/** Other packages of the workspace, and addresses that the server answers itself. */
const TAKEN = [
  'shell',
  'server',
  'portal',
  'e2e',
  'auth-check',
  'healthz',
  'metrics',
  'readyz',
  'releases',
  'telemetry',
];

const LONGEST_NAME = 40;

/** @throws UsageError when no remote can be called so */
const requireFree = async (name: string): Promise<void> => {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > LONGEST_NAME)
    throw new UsageError(
      `A remote is named in at most ${LONGEST_NAME} lower-case letters, digits and single dashes, such as service-contracts, not ${name}.`,
    );
  if (TAKEN.includes(name))
    throw new UsageError(`${name} is the name of something else. Choose another one.`);
  if ((await appFolders()).includes(name))
    throw new UsageError(`apps/${name} is there already. Choose another name.`);
  for (const other of await workspaceRemotes()) {
    const { routes } = await readDescriptor(descriptorFile(other));
    if (routes.some((route) => route.toLowerCase() === `/${name}`))
      throw new UsageError(`The route /${name} belongs to ${other}. Choose another name.`);
  }
};

const nextSteps = (name: string): string => {
  const steps = [
    ['pnpm install', 'links it; pnpm-lock.yaml changes, commit that too'],
    [`pnpm --filter ${name} dev`, 'shows it alone, and reloads after each change'],
    [`pnpm --filter ${name} test`, ''],
    [`pnpm --filter ${name} build`, ''],
    [`pnpm portal publish ${name} --promote`, 'puts it into the drawer'],
  ] as const;
  return steps.map(([command, what]) => `  ${command}${what && `\n      ${what}`}`).join('\n');
};

/** `portal new NAME`: writes a remote with one screen into `apps/NAME`, and nothing outside of it. */
export const newCommand = defineCommand({
  meta: { name: 'new', description: 'Make a remote of your own, with one screen, in apps/.' },
  args,
  run: async ({ args: given }) => {
    refuseUnknown(given, args);
    const name = readName(given.name, 'pnpm portal new service-contracts');
    await requireFree(name);
    const shell = await packageVersion(appFolder(SHELL));
    const files = newRemote({ name, shell: shell === undefined ? '*' : `^${shell}` });
    if (!given['dry-run'])
      for (const [path, content] of Object.entries(files)) {
        const file = join(appFolder(name), path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content, { flag: 'wx' });
      }
    const paths = Object.keys(files).map((path) => `apps/${name}/${path}`);
    report(given, {
      data: { name, dryRun: given['dry-run'], files: paths },
      text: given['dry-run']
        ? `Would write:\n${paths.map((path) => `  ${path}`).join('\n')}`
        : `apps/${name} is made. Next:\n\n${nextSteps(name)}`,
    });
  },
});
