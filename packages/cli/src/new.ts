import { SHELL } from '@portal/releases';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageVersion, workspaceApps } from './apps';
import { newRemote } from './new-remote';
import { readName } from './store';
import { UsageError } from './usage-error';
import { defineVerb, JSON_ARG } from './verb';

/** Other packages of the workspace, and paths of the server. */
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

const MAX_NAME_LENGTH = 40;

/** @throws UsageError for a name that is malformed or taken */
const requireFree = async (name: string, apps: ReturnType<typeof workspaceApps>): Promise<void> => {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > MAX_NAME_LENGTH)
    throw new UsageError(
      `A name has at most ${MAX_NAME_LENGTH} lower-case letters, digits and single dashes, such as service-contracts, not ${name}.`,
    );
  if (TAKEN.includes(name)) throw new UsageError(`The name ${name} is reserved. Choose another name.`);
  if ((await apps.names()).includes(name))
    throw new UsageError(`apps/${name} already exists. Choose another name.`);
  for (const other of await apps.remotes()) {
    const { routes } = await apps.descriptor(other);
    if (routes.some((route) => route.toLowerCase() === `/${name}`))
      throw new UsageError(`The route /${name} belongs to ${other}. Choose another name.`);
  }
};

const nextSteps = (name: string): string => {
  const steps = [
    ['pnpm install', 'links it; commit the change of pnpm-lock.yaml too'],
    [`pnpm --filter ${name} dev`, 'shows it alone, and reloads after each change'],
    [`pnpm --filter ${name} test`, ''],
    [`pnpm --filter ${name} build`, ''],
    [`pnpm portal publish ${name} --promote`, 'puts it into the drawer'],
  ] as const;
  return steps.map(([command, effect]) => `  ${command}${effect && `\n      ${effect}`}`).join('\n');
};

export const newVerb = defineVerb({
  name: 'new',
  description: 'Create a remote with one screen in apps/, and nothing outside of it.',
  examples: ['new service-contracts', 'new service-contracts --dry-run'],
  args: {
    name: { type: 'positional', required: false, description: 'lower-case letters, digits and dashes' },
    'dry-run': { type: 'boolean', default: false, description: 'list the files, write nothing' },
    ...JSON_ARG,
  },
  run: async (given, { cwd }) => {
    const apps = workspaceApps(cwd);
    const name = readName(given.name, 'pnpm portal new service-contracts');
    await requireFree(name, apps);
    const shell = await packageVersion(apps.folder(SHELL));
    const files = newRemote({ name, shell: shell === undefined ? '*' : `^${shell}` });
    const dryRun = given['dry-run'];
    if (!dryRun)
      for (const [path, content] of Object.entries(files)) {
        const file = join(apps.folder(name), path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, content, { flag: 'wx' });
      }
    const paths = Object.keys(files).map((path) => `apps/${name}/${path}`);
    return {
      data: { name, dryRun, files: paths },
      text: dryRun
        ? `Would create:\n${paths.map((path) => `  ${path}`).join('\n')}`
        : `Created apps/${name}. Next:\n\n${nextSteps(name)}`,
    };
  },
});
