import { routeFault, SHELL } from '@portal/releases';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isWorkspace, packageVersion, workspaceApps } from './apps';
import { faultOfName, nextSteps, writeFiles } from './new-remote/create-remote';
import { BUNDLER_NAMES, remoteInRepository, remoteInWorkspace, type Files } from './new-remote/templates';
import { shellRange } from './new-remote/versions';
import { readName } from './store';
import { UsageError } from './failure';
import { examples, JSON_OPTION, type AddVerb } from './verb';

/** The packages of the workspace that are neither apps nor have a scope. */
const PACKAGES = ['portal', 'e2e', 'bench', 'hosts', 'libraries', 'any-bundler-remote'];

/** @throws UsageError for a malformed name, or one that no remote can have */
const requireName = (name: string): void => {
  const fault = faultOfName(name);
  if (fault !== undefined) throw new UsageError(fault);
  const taken =
    name === SHELL
      ? 'is reserved'
      : routeFault(new Map(), name, `/${name}`)?.replace(/^/, `cannot have the route /${name}, which `);
  if (taken !== undefined) throw new UsageError(`The name ${name} ${taken}. Choose another name.`);
};

/** @throws UsageError for a name that is taken */
const requireFree = async (name: string, apps: ReturnType<typeof workspaceApps>): Promise<void> => {
  if (PACKAGES.includes(name)) throw new UsageError(`The name ${name} is reserved. Choose another name.`);
  if ((await apps.names()).includes(name))
    throw new UsageError(`apps/${name} already exists. Choose another name.`);
  for (const other of await apps.remotes()) {
    const { routes } = await apps.descriptor(other);
    if (routes.some((route) => route.toLowerCase() === `/${name}`))
      throw new UsageError(`The route /${name} belongs to ${other}. Choose another name.`);
  }
};

const nextStepsInWorkspace = (name: string): string => {
  const steps = [
    ['pnpm install', 'links it; commit the change of pnpm-lock.yaml too'],
    [`pnpm --filter ${name} dev`, 'shows it alone, and each change of it'],
    [`pnpm --filter ${name} test`, ''],
    [`pnpm --filter ${name} build`, ''],
    [`pnpm portal publish ${name} --promote`, 'puts it into the drawer'],
  ] as const;
  return steps.map(([command, effect]) => `  ${command}${effect && `\n      ${effect}`}`).join('\n');
};

/** A remote to create. */
interface Planned {
  /** The folder relative to the current one, for messages. */
  folder: string;
  directory: string;
  files: Files;
  /** The next commands, for people. */
  next: string;
}

const planInWorkspace = async (name: string, cwd: string): Promise<Planned> => {
  const apps = workspaceApps(cwd);
  await requireFree(name, apps);
  const shell = await packageVersion(apps.folder(SHELL));
  return {
    folder: `apps/${name}`,
    directory: apps.folder(name),
    files: remoteInWorkspace({ name, shell: shell === undefined ? '*' : `^${shell}` }),
    next: nextStepsInWorkspace(name),
  };
};

/** @throws UsageError for an unknown bundler, or a folder that exists */
const planInRepository = (name: string, bundler: string, cwd: string): Planned => {
  if (!BUNDLER_NAMES.includes(bundler))
    throw new UsageError(`Unknown bundler \`${bundler}\`. Name one of: ${BUNDLER_NAMES.join(', ')}.`);
  const directory = join(cwd, name);
  if (existsSync(directory)) throw new UsageError(`${name} already exists. Choose another name.`);
  const files = remoteInRepository({ name, shell: shellRange() }, bundler);
  return { folder: name, directory, files, next: nextSteps(name) };
};

export const addNew: AddVerb = (portal, { io: { cwd }, print }) =>
  void portal
    .command('new')
    .description('Create a remote with one screen: in apps/ of the workspace, or in a folder of its own.')
    .argument('[name]', 'lower-case letters, digits and dashes')
    .option(
      `--bundler <${BUNDLER_NAMES.join('|')}>`,
      'for a remote outside of the workspace; default: webpack',
    )
    .option('--dry-run', 'list the files, write nothing')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples('new service-contracts', 'new service-contracts --dry-run', 'new invoices --bundler vite'),
    )
    .action(async (given, { bundler, dryRun = false }) => {
      const name = readName(given, 'pnpm portal new service-contracts');
      requireName(name);
      const inWorkspace = isWorkspace(cwd);
      if (inWorkspace && bundler !== undefined)
        throw new UsageError('Remotes of the workspace are built with webpack. Leave --bundler out.');
      const planned = inWorkspace
        ? await planInWorkspace(name, cwd)
        : planInRepository(name, bundler ?? 'webpack', cwd);
      const { folder, directory, files, next } = planned;
      if (!dryRun) await writeFiles(directory, files);
      const paths = Object.keys(files).map((path) => `${folder}/${path}`);
      print({
        data: { name, dryRun, files: paths },
        text: dryRun
          ? `Would create:\n${paths.map((path) => `  ${path}`).join('\n')}`
          : `Created ${folder}. Next:\n\n${next.trimEnd()}`,
      });
    });
