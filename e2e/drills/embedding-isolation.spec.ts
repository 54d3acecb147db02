import type { CDPSession, Page } from '@playwright/test';
import { screenUrl } from '../support/addresses';
import { embeddedTest as test, expect } from '../support/test';

const settled = async (page: Page): Promise<void> => {
  await expect(page.locator('customer-portal').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('customer-portal [aria-busy="true"]')).toHaveCount(0);
};

const open = async (page: Page, name: string, path: string): Promise<void> => {
  await page.goto(screenUrl(name, 'browser', path));
  await settled(page);
};

test('a menu of the page that overlaps the portal stays above it', async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  await open(page, 'plain', '/');
  await page.getByText('Services').click();
  const menu = page.locator('.services ul');
  const [over, portal] = [await menu.boundingBox(), await page.locator('customer-portal').boundingBox()];
  if (!over || !portal) throw new Error('The menu and the portal must be visible.');
  expect(over.y + over.height).toBeGreaterThan(portal.y + 60);
  const seen = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('.services') !== null,
    [over.x + 20, portal.y + 30] as const,
  );
  expect(seen).toBe(true);
});

test.describe('an element that is removed and added again', () => {
  const ROUNDS = 100;

  /** Counts listeners and nodes after a garbage collection. */
  const heldBy = async (session: CDPSession): Promise<Map<string, number>> => {
    await session.send('HeapProfiler.collectGarbage');
    const { metrics } = await session.send('Performance.getMetrics');
    const counted = metrics.filter(({ name }) => ['JSEventListeners', 'Nodes'].includes(name));
    return new Map(counted.map(({ name, value }) => [name, value]));
  };

  /** Removes the element from the page and adds it again; waits until the portal is ready. */
  const replace = async (page: Page, rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      await page.evaluate(async () => {
        const portal = document.querySelector('customer-portal');
        const place = portal?.parentElement;
        const ready = new Promise((resolve) =>
          portal?.addEventListener('portal-ready', resolve, { once: true }),
        );
        portal?.remove();
        await new Promise((resolve) => setTimeout(resolve));
        if (portal?.shadowRoot?.childElementCount)
          throw new Error('The portal left something in its element.');
        if (portal) place?.append(portal);
        await ready;
      });
      await settled(page);
    }
  };

  test(`leaks nothing in ${ROUNDS} rounds`, async ({ page, customer, signIn }) => {
    test.slow();
    await signIn(customer.email);
    await open(page, 'plain', '/service-orders');
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('HeapProfiler.enable');
    const shown = () => page.getByRole('link', { name: 'View Details' }).first().waitFor();
    await replace(page, 5);
    await shown();
    const leaksNothing = async () => {
      const before = await heldBy(session);
      await replace(page, ROUNDS);
      await shown();
      // One leaked listener or node per round would exceed this. Polls, because a request or a timer can hold objects for a
      // while on a busy machine. Leaks remain.
      const grown = async () =>
        [...(await heldBy(session))].filter(([name, held]) => held - (before.get(name) ?? 0) >= ROUNDS - 5);
      await expect.poll(grown, { timeout: 30_000 }).toEqual([]);
    };
    // A late chunk adds to one series of rounds only; a leak adds to every series.
    await expect(leaksNothing).toPass({ timeout: 90_000 });
  });
});
