import { LANGUAGES } from '@portal/contract';

const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');

interface NewRemote {
  /** In kebab-case: `service-contracts`. */
  name: string;
  /** The semver range of compatible shells: `^2.0.0`. */
  shell: string;
}

/** A placeholder: four squares, as the path data of a 24 × 24 SVG. */
const ICON = 'M3 3H11V11H3V3M13 3H21V11H13V3M3 13H11V21H3V13M13 13H21V21H13V13Z';

/** After the entries of existing remotes. */
const DRAWER_ORDER = 100;

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `service-contracts` as a title: `Service contracts`. */
const titleOf = (name: string): string => capitalised(name.replaceAll('-', ' '));

/** `service-contracts` as a component: `ServiceContractsScreen`. */
const screenOf = (name: string): string => `${name.split('-').map(capitalised).join('')}Screen`;

const json = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`;

/** `service-contracts` as a route: `serviceContracts`. */
const routeOf = (name: string): string =>
  screenOf(name).charAt(0).toLowerCase() + screenOf(name).slice(1, -'Screen'.length);

/** The workspace's catalog holds the versions. */
const dependencies = (ofWorkspace: string[], others: string[]): Record<string, string> => {
  const entries: [string, string][] = [
    ...ofWorkspace.map((name): [string, string] => [name, 'workspace:*']),
    ...others.map((name): [string, string] => [name, 'catalog:']),
  ];
  return Object.fromEntries(entries);
};

const packageJson = (name: string): string =>
  json({
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: {
      build: 'node --import tsx node_modules/webpack-cli/bin/cli.js --mode production',
      dev: 'node --import tsx node_modules/webpack-cli/bin/cli.js serve --config node_modules/@portal/webpack/harness.config.ts --mode development',
      'dev:federated':
        'node --import tsx node_modules/webpack-cli/bin/cli.js serve --mode development --devtool cheap-module-source-map',
      test: 'jest',
    },
    jest: { preset: '@portal/jest/browser' },
    dependencies: dependencies(
      ['@portal/api', '@portal/contract', '@portal/texts', '@portal/theme'],
      ['@tanstack/react-query', 'react', 'react-dom', 'react-router', 'react-router-dom'],
    ),
    devDependencies: dependencies(
      ['@portal/harness', '@portal/jest', '@portal/webpack'],
      [
        '@testing-library/dom',
        '@testing-library/jest-dom',
        '@testing-library/react',
        '@testing-library/user-event',
        '@types/jest',
        '@types/react',
        '@types/react-dom',
        'jest',
        'msw',
        'tsx',
        'webpack',
        'webpack-cli',
      ],
    ),
  });

const descriptor = ({ name, shell }: NewRemote): string => `{
  "name": "${name}",
  "title": "${titleOf(name)}",
  "access": "customer",
  "routes": ["/${name}"],
  "navigation": [
    {
      "label": "${titleOf(name)}",
      "path": "/${name}",
      "icon": "${ICON}",
      "order": ${DRAWER_ORDER}
    }
  ],
  "requires": {
    "shell": "${shell}"
  }
}
`;

const remote = (name: string): string => `import { defineRemote, routesOf } from '@portal/contract';
import { loadLanguage } from '@portal/texts';
import descriptor from '../remote.json';
import { ${routeOf(name)} } from './${name}-screen';

const routes = routesOf(descriptor, [${routeOf(name)}]);

export default defineRemote({ routes, loadLanguage });
`;

const remoteTest = `import descriptor from '../remote.json';
import remote from './remote';

it('has exactly one screen for each route of its descriptor', () => {
  expect(remote.routes.map(({ path }) => path)).toEqual(descriptor.routes);
});
`;

const screen = (name: string): string => `import type { I18n } from '@portal/texts';
import { Card, ScreenHeading, Stack, Typography } from '@portal/theme';
import { inLanguage, useI18n } from './texts';

const title = (i18n: I18n): string => i18n.t('${titleOf(name)}');

/** \`/${name}\`: the first screen of this remote. */
export const ${screenOf(name)} = () => {
  const i18n = useI18n();
  return (
    <Stack spacing={3}>
      <ScreenHeading>{title(i18n)}</ScreenHeading>
      <Card sx={{ p: 3 }}>
        <Typography>{i18n.t('There is nothing to see here yet.')}</Typography>
      </Card>
    </Stack>
  );
};

export const ${routeOf(name)} = {
  title: inLanguage(title),
  Component: ${screenOf(name)},
};
`;

const screenTest = (name: string): string => `import { renderInPortal } from '@portal/harness/testing';
import { screen } from '@testing-library/react';
import { ${screenOf(name)} } from './${name}-screen';

it('has a heading', () => {
  renderInPortal(<${screenOf(name)} />);
  const name = '${titleOf(name)}';
  expect(screen.getByRole('heading', { name, level: 1 })).toBeVisible();
});
`;

const texts = `import { createTexts } from '@portal/texts';

export const { inLanguage, useI18n } = createTexts({
${TRANSLATED.map(
  (language) =>
    `  ${language}: () => import(/* webpackChunkName: "language-${language}" */ '../languages/${language}.json'),`,
).join('\n')}
});
`;

/** Without translations: `pnpm texts` says which are missing. */
const catalogs = (name: string): [string, string][] =>
  TRANSLATED.map((language) => [
    `languages/${language}.json`,
    json(Object.fromEntries([titleOf(name), 'There is nothing to see here yet.'].map((text) => [text, '']))),
  ]);

const mocks = `import type { HttpHandler } from 'msw';

/** Mocks the calls of this remote. */
export const handlers: HttpHandler[] = [];
`;

const webpackConfig = `import { remote } from '@portal/webpack';
import descriptor from './remote.json' with { type: 'json' };

export default remote(import.meta.dirname, descriptor);
`;

const tsconfig = `{
  "extends": "../../tsconfig.browser.json",
  "include": ["src", "dev"]
}
`;

/**
 * Returns the files of a new remote with one screen by path. They build, and pass their tests; `pnpm check` asks for the
 * translations.
 */
export const newRemote = ({ name, shell }: NewRemote): Record<string, string> => ({
  'package.json': packageJson(name),
  'remote.json': descriptor({ name, shell }),
  'tsconfig.json': tsconfig,
  'webpack.config.ts': webpackConfig,
  'dev/mocks.ts': mocks,
  'src/texts.ts': texts,
  ...Object.fromEntries(catalogs(name)),
  'src/remote.ts': remote(name),
  'src/remote.test.ts': remoteTest,
  [`src/${name}-screen.tsx`]: screen(name),
  [`src/${name}-screen.test.tsx`]: screenTest(name),
});
