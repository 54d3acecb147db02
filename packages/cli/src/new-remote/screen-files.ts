import { LANGUAGES, type Language } from '@portal/contract';

const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');

/** The name of a new remote, and the shells that it supports. */
export interface NewRemote {
  /** In kebab-case: `service-contracts`. */
  name: string;
  /** The semver range of compatible shells: `^2.0.0`. */
  shell: string;
}

/** The packages that the screen imports, and those they ask for. */
export const SCREEN_PACKAGES = [
  '@portal/api',
  '@portal/contract',
  '@portal/texts',
  '@portal/theme',
  '@tanstack/react-query',
  'react',
  'react-dom',
  'react-router',
  'react-router-dom',
];

/** The packages of the screen's tests and of its page in development. */
export const SCREEN_TEST_PACKAGES = [
  '@portal/harness',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/react',
  '@types/react-dom',
  'msw',
];

/** The content of files by path. */
export type Files = Record<string, string>;

/** A placeholder: four squares, as the path data of a 24 × 24 SVG. */
const ICON = 'M3 3H11V11H3V3M13 3H21V11H13V3M3 13H11V21H3V13M13 13H21V21H13V13Z';

/** After the entries of existing remotes. */
const DRAWER_ORDER = 100;

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `service-contracts` as a title: `Service contracts`. */
const titleOf = (name: string): string => capitalised(name.replaceAll('-', ' '));

/** `service-contracts` as a component: `ServiceContractsScreen`. */
const screenOf = (name: string): string => `${name.split('-').map(capitalised).join('')}Screen`;

export const json = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`;

/** `service-contracts` as the variable of its route: `serviceContracts`. */
const routeOf = (name: string): string =>
  screenOf(name).charAt(0).toLowerCase() + screenOf(name).slice(1, -'Screen'.length);

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

const COUNT = '{count, plural, one {You have # order.} other {You have # orders.}}';
const FAILURE = 'We could not load your orders.';

const screen = (name: string): string => `import { useServiceOrders } from '@portal/api';
import type { I18n } from '@portal/texts';
import { Card, ScreenHeading, Skeleton, Stack, Typography } from '@portal/theme';
import { QueryView } from '@portal/theme/query-view';
import { inLanguage, useI18n } from './texts';

const title = (i18n: I18n): string => i18n.t('${titleOf(name)}');

/** The screen at \`/${name}\`. */
export const ${screenOf(name)} = () => {
  const i18n = useI18n();
  const failure = i18n.t('${FAILURE}');
  return (
    <Stack spacing={3}>
      <ScreenHeading>{title(i18n)}</ScreenHeading>
      <Card sx={{ p: 3 }}>
        <QueryView query={useServiceOrders()} failure={failure} skeleton={<Skeleton />}>
          {({ length: count }) => (
            <Typography>
              {i18n.t('${COUNT}', { count })}
            </Typography>
          )}
        </QueryView>
      </Card>
    </Stack>
  );
};

export const ${routeOf(name)} = {
  title: inLanguage(title),
  Component: ${screenOf(name)},
};
`;

const screenTest = (
  name: string,
): string => `import { renderInPortal, testServer } from '@portal/harness/testing';
import { screen } from '@testing-library/react';
import { handlers } from '../dev/mocks';
import { ${screenOf(name)} } from './${name}-screen';

testServer(...handlers);

it('counts the orders under its heading', async () => {
  renderInPortal(<${screenOf(name)} />);
  const name = '${titleOf(name)}';
  expect(screen.getByRole('heading', { name, level: 1 })).toBeVisible();
  expect(await screen.findByText('You have 1 order.')).toBeVisible();
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

/** The texts of the screen, in the order of FAILURE and COUNT. */
const TRANSLATIONS: Record<Exclude<Language, 'en'>, readonly [failure: string, count: string]> = {
  de: [
    'Ihre Aufträge konnten nicht geladen werden.',
    '{count, plural, one {Sie haben # Auftrag.} other {Sie haben # Aufträge.}}',
  ],
  es: [
    'No se han podido cargar sus órdenes.',
    '{count, plural, one {Tiene # orden.} many {Tiene # órdenes.} other {Tiene # órdenes.}}',
  ],
  fr: [
    'Vos interventions n’ont pas pu être chargées.',
    '{count, plural, one {Vous avez # intervention.} many {Vous avez # interventions.} other {Vous avez # interventions.}}',
  ],
  ar: [
    'تعذّر تحميل طلباتكم.',
    '{count, plural, zero {ليس لديكم طلبات.} one {لديكم طلب واحد.} two {لديكم طلبان.} few {لديكم # طلبات.} many {لديكم # طلبًا.} other {لديكم # طلب.}}',
  ],
};

/** The catalogs. The title stays as it is until the team translates it. */
const catalogs = (name: string): [string, string][] =>
  Object.entries(TRANSLATIONS).map(([language, [failure, count]]) => [
    `languages/${language}.json`,
    json({ [titleOf(name)]: titleOf(name), [FAILURE]: failure, [COUNT]: count }),
  ]);

const mocks = `import { http, HttpResponse } from 'msw';

const orders = [
  { ServiceOrderNbr: 'SO-1001', Description: 'Heat pump: yearly service', Status: 'Scheduled' },
];

/** Mocks the calls of this remote: in tests, when it runs alone, and in \`portal verify\`. */
export const handlers = [http.get('/serviceOrder/list', () => HttpResponse.json(orders))];
`;

/** The files that every new remote has: one screen with a call, its texts, its tests, its mocks. */
export const screenFiles = ({ name, shell }: NewRemote): Files => ({
  'remote.json': descriptor({ name, shell }),
  'dev/mocks.ts': mocks,
  'src/texts.ts': texts,
  ...Object.fromEntries(catalogs(name)),
  'src/remote.ts': remote(name),
  'src/remote.test.ts': remoteTest,
  [`src/${name}-screen.tsx`]: screen(name),
  [`src/${name}-screen.test.tsx`]: screenTest(name),
});
