import type { BrowserContext } from '@playwright/test';
import { scratchWorkspace } from '../../e2e/support/scratch-workspace';
import { buildBaseline, builtIn } from '../baselines/build';
import { monolith, MONOLITH } from '../baselines/configurations';
import { serveBaseline } from '../baselines/serve';
import { PHONES } from '../customers';
import { startPortal, untilChanged } from '../portal';
import type { Bench } from '../results';
import { amount, ratio } from '../row';
import { signIn } from '../sign-in';
import { openContext, visit } from '../visit';

const ORDERS_SCREEN = 'apps/orders/src/list/service-orders-screen.tsx';
const SHELL_ENTRY = 'apps/shell/src/main.tsx';

/** An edit with a side effect, so that no minifier drops it. */
const changed = (text: string): string => `${text}\nperformance.mark('the next release');\n`;

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
};

/** The script in KB that a browser with a warm cache loads. */
const loadedKilobytes = async (context: BrowserContext, url: string): Promise<number> => {
  const { requests } = await visit(context, { address: `${url}/service-orders` });
  const loaded = requests.filter(({ kind, isCached }) => kind === 'script' && !isCached);
  return loaded.reduce((total, { bytes }) => total + bytes, 0) / 1000;
};

/**
 * How much script a customer's browser loads after a release, and how long developers wait for one. Uses real builds in
 * a copy of the workspace.
 */
export const releases = async ({ browser }: Bench) => {
  const portal = await startPortal('releases');
  const session = await signIn(portal, PHONES.usual);
  const site = await serveBaseline(await buildBaseline(MONOLITH, monolith), portal.url);
  const contexts = {
    ours: await openContext(browser, portal.url, session),
    monolith: await openContext(browser, site.url, session),
  };
  await loadedKilobytes(contexts.ours, portal.url);
  await loadedKilobytes(contexts.monolith, site.url);

  const copy = await scratchWorkspace('bench', { DATA_DIR: portal.dataDir });
  const cold = await seconds(() => copy.pnpm('--silent', 'build'));
  const warm = await seconds(() => copy.pnpm('--silent', 'build'));

  const release = async (app: string): Promise<number> => {
    const before = await untilChanged(portal);
    const took = await seconds(() => copy.node('apps/server/src/portal.ts', 'publish', app, '--promote'));
    await untilChanged(portal, before);
    return took;
  };

  await copy.edit(ORDERS_SCREEN, changed);
  const rebuild = await seconds(() => copy.pnpm('--silent', '--filter', 'orders', 'build'));
  const publish = await release('orders');
  const afterRemote = await loadedKilobytes(contexts.ours, portal.url);
  await copy.node('bench/baselines/build-monolith.ts');
  await site.release(await builtIn(copy.directory, MONOLITH));
  const afterScreen = await loadedKilobytes(contexts.monolith, site.url);

  await copy.edit(SHELL_ENTRY, changed);
  await copy.pnpm('--silent', '--filter', 'shell', 'build');
  await release('shell');
  const afterShell = await loadedKilobytes(contexts.ours, portal.url);

  await Promise.all(Object.values(contexts).map((context) => context.close()));
  await site.stop();
  await portal.stop();
  return {
    rows: [
      ratio(MONOLITH, {
        what: "script to load after another team's release",
        unit: 'KB',
        ours: [afterRemote],
        baseline: [afterScreen],
        goal: { atMost: 1 },
      }),
      amount({
        what: 'script to load after a shell release',
        unit: 'KB',
        ours: [afterShell],
      }),
      amount({ what: 'build of everything, cold', unit: 's', ours: [cold] }),
      amount({ what: 'build of everything, again', unit: 's', ours: [warm] }),
      amount({
        what: 'rebuild of a remote after an edit',
        unit: 's',
        ours: [rebuild],
        goal: { atMost: 3.9 },
      }),
      amount({ what: 'publish and promote', unit: 's', ours: [publish] }),
    ],
  };
};
