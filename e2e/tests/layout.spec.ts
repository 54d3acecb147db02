import { expect, test } from '../support/test';

/** `navigation-drawer.test.tsx` of the shell has the widths of the drawer. */

test('the color mode is kept, and set before the first paint', async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  const scheme = () => page.evaluate(() => document.documentElement.getAttribute('data-mui-color-scheme'));
  await page.getByRole('button', { name: /Color mode/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(scheme).toBe('dark');
  expect(await page.evaluate(() => localStorage.getItem('mui-mode'))).toBe('dark');

  await page.route('**/releases/shell/**', (route) => route.abort());
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  expect(await scheme()).toBe('dark');
});

test('the portal works with the keyboard alone', async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  await page.reload();
  await expect(page.getByRole('link', { name: /View Details/ }).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const details = page.getByRole('link', { name: /View Details/ }).first();
  for (
    let stops = 0;
    stops < 5 && !(await details.evaluate((link) => link === document.activeElement));
    stops++
  )
    await page.keyboard.press('Tab');
  await expect(details).toBeFocused();
  // High-contrast modes show outlines, but neither shadows nor ripples.
  await expect(details).toHaveCSS('outline', /solid 2px/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Event Log' })).toBeVisible();
});

test.describe('with animations that stand still', () => {
  test.use({ bypassCSP: true });

  test('a skeleton appears only after 200 ms', async ({ page, customer, signIn }) => {
    await signIn(customer.email);
    const call = '**/serviceOrder/get-notification-status';
    const notifications = page.getByRole('link', { name: 'Notifications' });
    // Code that loads for long on a busy machine would use the 200 ms up.
    await page.route(call, (route) => route.fulfill({ status: 400 }));
    await notifications.click();
    await expect(page.getByText('Failed to load notification preferences')).toBeVisible();
    await page.getByRole('link', { name: 'All Service Orders' }).click();
    await page.route(call, () => undefined);
    await page.addStyleTag({ content: '* { animation-play-state: paused !important }' });
    await notifications.click();
    const skeleton = page.locator('#main .MuiSkeleton-root').first();
    await expect(skeleton).toBeAttached();

    /** Moves the wait to a time before its end. */
    const wait = (msBeforeEnd: number) =>
      skeleton.evaluate((element, before) => {
        const waits = document.getAnimations().filter(({ effect }) => {
          const target = effect instanceof KeyframeEffect ? effect.target : null;
          return target !== element && target?.contains(element);
        });
        for (const animation of waits)
          animation.currentTime = Number(animation.effect?.getComputedTiming().endTime) - before;
        return waits.map(({ effect }) => effect?.getTiming().duration);
      }, msBeforeEnd);

    expect(await wait(1)).toEqual([200]);
    await expect(skeleton).toBeHidden();
    await wait(0);
    await expect(skeleton).toBeVisible();
  });
});
