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
import descriptor from '../remote.json';
import { ${routeOf(name)} } from './${name}-screen';

export default defineRemote({ routes: routesOf(descriptor, [${routeOf(name)}]) });
`;

const remoteTest = `import descriptor from '../remote.json';
import remote from './remote';

it('has exactly one screen for each route of its descriptor', () => {
  expect(remote.routes.map(({ path }) => path)).toEqual(descriptor.routes);
});
`;

const screen = (name: string): string => `import { useServiceOrders } from '@portal/api';
import { Card, QueryView, ScreenHeading, Skeleton, Stack, Typography } from '@portal/theme';

const title = '${titleOf(name)}';

/** The screen at \`/${name}\`. */
export const ${screenOf(name)} = () => (
  <Stack spacing={3}>
    <ScreenHeading>{title}</ScreenHeading>
    <Card sx={{ p: 3 }}>
      <QueryView query={useServiceOrders()} failure="We could not load your orders." skeleton={<Skeleton />}>
        {({ length }) => (
          <Typography>
            You have {length} {length === 1 ? 'order' : 'orders'}.
          </Typography>
        )}
      </QueryView>
    </Card>
  </Stack>
);

export const ${routeOf(name)} = {
  title,
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

const mocks = `import { http, HttpResponse } from 'msw';

const orders = [
  { ServiceOrderNbr: 'SO-1001', Description: 'Heat pump: yearly service', Status: 'Scheduled' },
];

/** Mocks the calls of this remote: in tests, when it runs alone, and in \`portal verify\`. */
export const handlers = [http.get('/serviceOrder/list', () => HttpResponse.json(orders))];
`;

/** The files that every new remote has: one screen with a call, its tests, its mocks. */
export const screenFiles = ({ name, shell }: NewRemote): Files => ({
  'remote.json': descriptor({ name, shell }),
  'dev/mocks.ts': mocks,
  'src/remote.ts': remote(name),
  'src/remote.test.ts': remoteTest,
  [`src/${name}-screen.tsx`]: screen(name),
  [`src/${name}-screen.test.tsx`]: screenTest(name),
});
