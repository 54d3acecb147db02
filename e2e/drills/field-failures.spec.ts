import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_DIR, WORKSPACE } from '../support/directories';
import { portalCommand, startPortalProcess } from '../support/portal-process';
import { releaseOf, untilServed } from '../support/published';
import { expect, test } from '../support/test';

const BUNDLERS = [
  { remote: 'vite-remote', bundler: 'Vite', source: 'src/vite-screen.tsx' },
  { remote: 'rspack-remote', bundler: 'Rspack', source: 'src/rspack-screen.tsx' },
] as const;

const folderOf = (remote: string): string => join(WORKSPACE, 'e2e/remotes', remote);

/** The line number of a text in a source, counted from 1. */
const lineOf = async (text: string, ...path: string[]): Promise<number> => {
  const lines = (await readFile(join(WORKSPACE, ...path), 'utf8')).split('\n');
  return 1 + lines.findIndex((line) => line.includes(text));
};

test.describe('a failure in a browser', () => {
  test.describe.configure({ mode: 'serial' });
  const port = 4758;
  const dataDir = join(RUN_DIR, 'field-failures');
  const baseURL = `http://localhost:${port}`;
  test.use({ baseURL });
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({ port, dataDir });
    for (const { remote } of BUNDLERS) {
      const build = join(folderOf(remote), 'dist');
      await portalCommand(dataDir, 'publish', build, '--version', '1.0.0', '--promote');
      await untilServed(baseURL, remote, '1.0.0');
    }
  });
  test.afterAll(() => stop());

  const status = (remote: string) => portalCommand(dataDir, 'status', remote);

  test('of a webpack build appears in `portal status` with its message, its position in the sources, and the browser', async ({
    page,
    customer,
    signIn,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Intl, 'Collator', {
        value: class {
          constructor() {
            throw new Error('no collator for order 000019 of ann@example.com');
          }
        },
      });
    });
    await signIn(customer.email, '/service-orders?sort=description');
    await expect(page.getByRole('heading', { name: 'Orders is not available right now' })).toBeVisible();
    const { live } = await releaseOf(dataDir, 'orders');
    const line = await lineOf('new Intl.Collator', 'apps/orders/src/order-list/arrange.ts');
    await expect.poll(() => status('orders'), { timeout: 10_000 }).toContain(`1 × render in ${live}`);
    const text = (await status('orders')).replaceAll(/\s+/g, ' ');
    expect(text).toContain('Error: no collator for order … of …');
    expect(text).toMatch(new RegExp(` at src/order-list/arrange\\.ts:${line}:\\d+ `));
    expect(text).toMatch(/ Chrome \d+ 1 /);
  });

  for (const { remote, bundler, source } of BUNDLERS)
    test(`of a ${bundler} build appears in \`portal status\` with its position in the sources`, async ({
      page,
      customer,
      signIn,
    }) => {
      await signIn(customer.email);
      await page.getByRole('link', { name: `Built with ${bundler}` }).click();
      await page.getByRole('button', { name: 'Break' }).click();
      await expect(page.getByRole('heading', { name: /is not available right now/ })).toBeVisible();
      const line = await lineOf('broken on purpose', 'e2e/remotes', remote, source);
      await expect
        .poll(async () => (await status(remote)).replaceAll(/\s+/g, ' '), { timeout: 10_000 })
        .toMatch(new RegExp(`1 × render in 1\\.0\\.0: Error: broken on purpose at ${source}:${line}:\\d+ `));
    });

  test('exposes no sources: no source map is served, and no script refers to one', async () => {
    const versions = await Promise.all(
      ['shell', 'login', 'orders', 'notification-preferences', 'vite-remote', 'rspack-remote'].map(
        async (name) => {
          const { live, versions } = await releaseOf(dataDir, name);
          const { integrity } = versions[live ?? ''] ?? { integrity: {} };
          return { path: `/releases/${name}/${live}`, files: Object.keys(integrity) };
        },
      ),
    );
    const scripts = versions.flatMap(({ path, files }) =>
      files.filter((file) => file.endsWith('.js')).map((file) => `${path}/${file}`),
    );
    expect(scripts.length).toBeGreaterThan(30);
    for (const script of scripts) {
      const answer = await fetch(baseURL + script);
      expect(answer.status).toBe(200);
      expect(await answer.text()).not.toContain('sourceMappingURL');
    }
    const maps = [
      ...scripts.flatMap((script) => [`${script}.map`, `${script}.map.br`]),
      ...versions.flatMap(({ path }) => [`${path}.maps.json.gz`, `${path}/../failures.json`]),
    ];
    for (const map of maps) expect((await fetch(baseURL + map)).status, map).toBe(404);
    expect(versions.flatMap(({ files }) => files).filter((file) => file.includes('.map'))).toEqual([]);
  });
});
