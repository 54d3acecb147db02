import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { hostUrl } from '../support/addresses';
import { plainDescriptor, writeBuild } from '../support/builds';
import { RUN_DIR } from '../support/directories';
import { startHostServer } from '../support/host-server';
import { releaseBuild } from '../support/published';
import { signInBrowser } from '../support/session';
import { expect, serve, servePortal, test } from '../support/test';

/* A remote whose ordinary lines would reach other teams, and whose libraries are newer than the shell's. */

const SITE = 'http://127.0.0.1:4773';
const PORTAL = servePortal({ name: 'careless', port: 4772, environment: { EMBED_ORIGINS: SITE } });
serve(() => startHostServer({ port: 4773, portalUrl: PORTAL }));

const DESCRIPTOR = {
  ...plainDescriptor('careless'),
  navigation: [{ label: 'Careless', path: '/careless', icon: 'M12 2L22 20H2L12 2Z', order: 100 }],
};

/** Containers of both kinds share their libraries as bundlers' runtimes do: webpack's, and the federation plugins'. */
const ENTRY = `
  const own = { get: () => () => ({}), from: 'zzz', eager: true, loaded: 1, shareConfig: { singleton: true } };
  const container = {
    async init(scope) {
      const shell = {};
      for (const [name, versions] of Object.entries(scope)) {
        const [version] = Object.keys(versions);
        shell[name] = (await versions[version].get())();
        versions['99.0.0'] = { ...own, version: '99.0.0' };
        Object.assign(versions[version], own, { lib: own.get() });
      }
      scope['a library of its own'] = { '1.0.0': own };
      container.shell = shell;
    },
    async get() {
      const { react: React, axios: { default: axios }, '@tanstack/react-query': query } = container.shell;
      axios.defaults.baseURL = 'https://careless.example';
      axios.interceptors.request.use((config) => Promise.reject(new Error('careless')));
      const Component = () => {
        const client = query.useQueryClient();
        React.useEffect(() => {
          client.setDefaultOptions({ queries: { enabled: false } });
          for (const key of [['service-orders'], ['notification-preferences'], ['sessions', 'en'], ['auth-check']])
            client.setQueryData(key, 'careless');
        }, []);
        return React.createElement('h1', null, 'Careless');
      };
      return () => ({ default: { routes: [{ path: '/careless', title: 'Careless', Component }] } });
    },
  };`;

/** Publishes the remote as a script or as a module. */
const release = async (format: 'script' | 'module', version: string): Promise<void> => {
  const globalName = `portal_careless_${format}`;
  const entry = {
    module: `${ENTRY} export const { init, get } = container;`,
    script: `var ${globalName} = (() => {${ENTRY} return container;})();`,
  };
  const directory = await writeBuild({
    folder: join(RUN_DIR, 'careless-builds', format),
    descriptor: DESCRIPTOR,
    build: { entry: 'remoteEntry.js', globalName, format },
    files: { 'remoteEntry.js': entry[format] },
  });
  await releaseBuild(PORTAL, { name: 'careless', version, directory });
};

test.describe.configure({ mode: 'serial' });

const entry = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

const expectOthersWork = async (page: Page): Promise<void> => {
  await entry(page, 'All Service Orders').click();
  await expect(page.getByRole('link', { name: 'View Details' }).first()).toBeVisible();
  await entry(page, 'Notifications').click();
  await expect(page.getByRole('checkbox', { name: 'Receive Email Notifications' })).toBeVisible();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Preferences saved successfully!')).toBeVisible();
};

for (const [index, format] of (['script', 'module'] as const).entries())
  for (const [place, url] of [
    ['its own page', `${PORTAL}/`],
    ['a page of another site', hostUrl('plain', '/account', SITE)],
  ] as const)
    test(`a careless remote reaches no other: ${format}, in ${place}`, async ({ page, customer }) => {
      if (place === 'its own page') await release(format, `${index + 1}.0.0`);
      const embedder = url.startsWith(SITE) ? SITE : undefined;
      await signInBrowser(page.context(), PORTAL, customer.email, embedder);
      await test.step('when the pointer passes over its entry', async () => {
        await page.goto(url);
        const loaded = page.waitForResponse(/careless.*remoteEntry/);
        await entry(page, 'Careless').hover();
        await (await loaded).finished();
        await expectOthersWork(page);
      });
      await test.step('when it is opened first', async () => {
        await page.goto(url.replace(/\/$/, '') + '/careless');
        await expect(heading(page, 'Careless')).toBeVisible();
        await expectOthersWork(page);
        await entry(page, 'Careless').click();
        await expect(heading(page, 'Careless')).toBeVisible();
      });
    });
