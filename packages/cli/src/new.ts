import { Option } from '@commander-js/extra-typings';
import { remoteNameSchema } from '@portal/contract';
import { routeFault, SHELL, UsageError } from '@portal/releases';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { folderWith, isWorkspace, packageVersion, workspaceApps } from './apps';
import { BUNDLERS, FRAMEWORKS, remoteInRepository, remoteInWorkspace } from './templates';
import { examples, JSON_OPTION, type AddVerb } from './verb';

const MAX_NAME_LENGTH = 40;

/** Names of packages in the workspace. */
const RESERVED = [SHELL, 'portal', 'e2e', 'bench', 'hosts', 'libraries', 'any-bundler-remote'];

/** @throws UsageError for a malformed name, or one that no remote can have */
const requireName = (name: string): void => {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > MAX_NAME_LENGTH)
    throw new UsageError(
      `Invalid name ${name}. Use at most ${MAX_NAME_LENGTH} lower-case letters, digits and single dashes, such as service-contracts.`,
    );
  const fault = routeFault(new Map(), name, `/${name}`);
  if (fault !== undefined)
    throw new UsageError(
      `The name ${name} cannot have the route /${name}, which ${fault}. Choose another name.`,
    );
  if (RESERVED.includes(name) || !v.is(remoteNameSchema, name))
    throw new UsageError(`The name ${name} is reserved. Choose another name.`);
};

/** @throws UsageError for a name whose route belongs to another app of the workspace */
const requireFreeRoute = async (name: string, apps: ReturnType<typeof workspaceApps>): Promise<void> => {
  for (const other of await apps.remotes()) {
    const { descriptor } = await apps.read(other);
    if (descriptor?.routes.some((route) => route.toLowerCase() === `/${name}`))
      throw new UsageError(`The route /${name} belongs to ${other}. Choose another name.`);
  }
};

const nextStepsInWorkspace = (name: string): string => `  pnpm install
      links it; commit the change of pnpm-lock.yaml too
  pnpm --filter ${name} dev
      shows it alone, and each change of it
  pnpm --filter ${name} test
  pnpm --filter ${name} build
  pnpm portal publish ${name} --promote
      puts it into the drawer`;

const nextStepsInRepository = (name: string): string => `  cd ${name} && npm install
  npm test
  npm run dev
      shows it alone, with mocked calls
  npm run dev:federated
      shows it in a deployed portal
  npm run verify
      publishes it, not live, and mounts its screens in the portal's shell; needs PORTAL_URL and PORTAL_TOKEN
  npm run release -- --promote
      puts it into the drawer`;

export const addNew: AddVerb = (portal, { io: { cwd }, print }) =>
  void portal
    .command('new')
    .description('Create a remote with one screen: in apps/ of the workspace, or in a folder of its own.')
    .argument('<name>', 'lower-case letters, digits and dashes')
    .addOption(
      new Option('--bundler <name>', 'for a remote outside of the workspace; default: webpack').choices(
        BUNDLERS,
      ),
    )
    .addOption(
      new Option('--framework <name>', 'for a remote outside of the workspace; default: react').choices(
        FRAMEWORKS,
      ),
    )
    .option('--api', 'with a call to a back end of its own')
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      examples('new service-contracts', 'new invoices --bundler vite', 'new invoices --framework vue --api'),
    )
    .action(async (name, { bundler, framework, api: hasApi = false }) => {
      requireName(name);
      const inWorkspace = isWorkspace(cwd);
      if (inWorkspace && (bundler ?? framework) !== undefined)
        throw new UsageError(
          'Remotes of the workspace are written in React and built with webpack. Leave --bundler and --framework out.',
        );
      if (framework !== undefined && framework !== 'react' && (bundler ?? 'vite') !== 'vite')
        throw new UsageError(`Vite builds remotes in ${framework}. Leave --bundler out.`);
      const folder = inWorkspace ? `apps/${name}` : name;
      if (existsSync(join(cwd, folder)))
        throw new UsageError(`${folder} already exists. Choose another name.`);
      const apps = workspaceApps(cwd);
      if (inWorkspace) await requireFreeRoute(name, apps);
      const shell = await packageVersion(apps.folder(SHELL));
      const files = inWorkspace
        ? remoteInWorkspace(name, shell === undefined ? '*' : `^${shell}`, hasApi)
        : remoteInRepository(name, bundler ?? 'webpack', framework ?? 'react', hasApi);
      // It would make the folder a workspace of its own, apart from the monorepo around it.
      if (folderWith('pnpm-workspace.yaml', cwd) !== undefined) delete files['pnpm-workspace.yaml'];
      const paths = Object.keys(files).map((path) => `${folder}/${path}`);
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(cwd, folder, path)), { recursive: true });
        await writeFile(join(cwd, folder, path), content);
      }
      const next = inWorkspace ? nextStepsInWorkspace(name) : nextStepsInRepository(name);
      print({ data: { name, files: paths }, text: `Created ${folder}. Next:\n\n${next}` });
    });
