import type { Locator, Page } from '@playwright/test';
import { EMBEDDED_URL } from '../support/addresses';
import { codeMailedTo } from '../support/delivered';
import { enterCode, expect, requestCode, test } from '../support/test';

// This portal speaks all languages.
test.use({ baseURL: EMBEDDED_URL });

/**
 * Changes the page as Google Translate does, and Edge and extensions alike: each text node becomes nested `<font>` elements,
 * also those that come later. The translation is the text in capital letters.
 */
const translate = (): void => {
  const translated: { font: Element; text: string; node: Node }[] = [];
  const NAME: string = 'font';
  const LEFT = 'font, script, style, svg, noscript, title, [translate="no"], .notranslate';
  const replace = (node: Node) => {
    const text = node.nodeValue ?? '';
    if (!text.trim() || !node.parentElement || node.parentElement.closest(LEFT)) return;
    const [font, inner] = [document.createElement(NAME), document.createElement(NAME)];
    inner.append(text.toUpperCase());
    font.append(inner);
    node.parentElement.replaceChild(font, node);
    translated.push({ font, text, node });
  };
  const replaceAll = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const nodes = [];
    for (let node = texts.currentNode; node; node = texts.nextNode() as Node)
      if (node.nodeType === Node.TEXT_NODE) nodes.push(node);
    for (const node of nodes) replace(node);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      for (const node of type === 'characterData' ? [target] : addedNodes) replaceAll(node);
  }).observe(document, { subtree: true, childList: true, characterData: true });
  // React goes on to change the text nodes that it created: what is shown is stale if they no longer say the same.
  const stale = () =>
    translated
      .filter(({ font, text, node }) => font.isConnected && node.nodeValue !== text)
      .map(({ text, node }) => `"${text}" instead of "${node.nodeValue ?? ''}"`);
  Object.assign(window, { stale });
};

/** Nothing shown is stale, and no error took anything away. */
const expectWhole = async (page: Page): Promise<void> => {
  expect(await page.evaluate<string[]>('stale()')).toEqual([]);
  await expect(page.getByText(/is not available|cannot be shown/i)).toHaveCount(0);
};

interface Order {
  ServiceOrderNbr: { value: string };
  Description: { value?: string };
  Status: { value?: string };
  LastModifiedDateTime?: { value?: string };
}

/** Each row or card tells its own order, in the order given. */
const expectOrders = async (page: Page, shown: Locator, orders: readonly Order[]): Promise<void> => {
  await expect(shown).toHaveCount(orders.length);
  for (const [index, { ServiceOrderNbr, Description, Status, LastModifiedDateTime }] of orders.entries()) {
    const row = shown.nth(index);
    await expect(row).toContainText(ServiceOrderNbr.value);
    await expect(row.getByRole('link')).toHaveAttribute('href', `/service-order/${ServiceOrderNbr.value}`);
    for (const { value } of [Description, Status])
      if (value) await expect(row).toContainText(value.toUpperCase());
    const day = LastModifiedDateTime?.value?.slice(8, 10).replace(/^0/, '');
    // A card leaves the year of today out.
    if (day) await expect(row.locator('time')).toContainText(`MAR ${day}, `);
  }
  await expectWhole(page);
};

test.beforeEach(async ({ page, complaints }) => {
  await page.addInitScript(translate);
  // React reports the errors of a boundary on the console.
  page.on('console', (message) => {
    if (/NotFoundError|not a child/.test(message.text())) complaints.push(message.text());
  });
});

const DONE = /^(Invoiced|Completed|Closed|Canceled)$/;
const byNumber = (one: Order, other: Order) =>
  one.ServiceOrderNbr.value.localeCompare(other.ServiceOrderNbr.value);

for (const [width, role] of [
  [1280, 'row'],
  [390, 'listitem'],
] as const)
  test(`in a translated page of ${width} px, each ${role} tells its own order`, async ({
    page,
    customer,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(customer.email, '/service-orders?show=open&from=mail');
    const shown = page
      .getByRole('main')
      .getByRole(role)
      .filter({ has: page.getByRole('link') });
    let orders = (await (await page.request.get('/serviceOrder/list')).json()) as Order[];
    await page.route('**/serviceOrder/list', (route) => route.fulfill({ json: orders }));
    const isDone = ({ Status }: Order) => DONE.test(Status.value ?? '');
    const newest = () =>
      orders.toSorted((one, other) =>
        (other.LastModifiedDateTime?.value ?? '').localeCompare(one.LastModifiedDateTime?.value ?? ''),
      );
    const filter = page.getByRole('button', { name: 'Filter and sort' });
    const sortBy = async (name: string) => {
      if (role === 'row') await page.getByRole('button', { name }).click();
      else await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ value: 'number' });
    };

    await expectOrders(
      page,
      shown,
      newest().filter((order) => !isDone(order)),
    );
    if (role === 'listitem') await expect(filter).toHaveAttribute('aria-expanded', 'true');
    await page.getByRole('button', { name: /^Done/i }).click();
    await expectOrders(page, shown, newest().filter(isDone));
    await page.getByRole('button', { name: /^All/i }).click();
    await expectOrders(page, shown, newest());
    await sortBy('Order #');
    await expectOrders(page, shown, orders.toSorted(byNumber));
    const search = page.getByRole('searchbox');
    await search.fill('boiler on');
    await expectOrders(
      page,
      shown,
      orders.filter(({ Status }) => Status.value === 'On Hold'),
    );
    await search.fill('boiler');
    await expect(shown).toHaveCount(9);
    await search.fill('');
    await expectOrders(page, shown, orders.toSorted(byNumber));

    // Every order is of another status and day, and the fourth is gone.
    orders = orders.toSpliced(3, 1).map((order, index) => ({
      ...order,
      Status: { value: 'In Process' },
      LastModifiedDateTime: { value: `2026-03-${index + 10}T10:00:00Z` },
    }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(shown.first()).toContainText('IN PROCESS');
    await expectOrders(page, shown, orders.toSorted(byNumber));

    const colorMode = page.getByRole('button', { name: /Color mode/i });
    if (role === 'row') {
      await colorMode.hover();
      await expect(page.getByRole('tooltip')).toBeVisible();
    } else await page.getByRole('button', { name: 'Open menu' }).click();
    await colorMode.click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expectWhole(page);
    if (role !== 'row') await page.keyboard.press('Escape');

    await page.getByRole('link', { name: `View Details of order ${customer.orders}8` }).click();
    await expect(page.getByText('HEAT EXCHANGER')).toBeVisible();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await expectOrders(page, shown, orders.toSorted(byNumber));
  });

test('an order, its refresh, another language, and the preferences are right in a translated page', async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(customer.email, `/service-order/${customer.orders}8`);
  await expect(page.getByText('HEAT EXCHANGER')).toBeVisible();
  await page.route('**/serviceOrder/get?**', async (route) => {
    const response = await route.fetch();
    const [order] = (await response.json()) as [{ events: { summary?: string }[] }];
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const visit = { summary: 'Visit', created_at: soon, created_by: 'Rose', status: 'Planned' };
    const changed = { Status: 'Completed', LastModifiedDateTime: new Date().toISOString() };
    const rest = order.events.filter(({ summary }) => summary !== 'Part ordered');
    await route.fulfill({
      json: [{ ...order, ...changed, events: [visit, { ...visit, created_at: undefined }, ...rest] }],
    });
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByText('COMPLETED')).toBeVisible();
  await expect(page.getByRole('main').getByText('TOMORROW').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Event Log' }).getByText('Rose')).toHaveCount(2);
  await expectWhole(page);

  await page.route('**/serviceOrder/get?**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('FAILED TO LOAD SERVICE ORDER.')).toBeVisible();
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('link', { name: 'Zur Startseite' })).toBeVisible();
  await expectWhole(page);
  await page.getByRole('button', { name: /Sprache/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();

  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.getByRole('link', { name: 'Notifications' }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).dispatchEvent('click');
  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('checkbox', { name: 'Receive SMS Notifications' }).click();
  await page.getByRole('checkbox', { name: 'A new status' }).click();
  await expect(page.getByText('NOT SAVED YET')).toBeVisible();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('PREFERENCES SAVED SUCCESSFULLY!')).toBeVisible();
  await expectWhole(page);
  await page.context().setOffline(true);
  await expect(page.getByText('YOU ARE OFFLINE.').first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('YOU ARE ONLINE AGAIN.')).toHaveCount(1);
  await expectWhole(page);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
  await expectWhole(page);
});

test('a sign-in works in a translated page, with a wrong code first', async ({ page, customer }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: /Language/ }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('textbox', { name: 'E-Mail' })).toBeVisible();
  await expectWhole(page);
  await page.getByRole('button', { name: /Sprache/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Phone' }).click();
  await page.getByRole('button', { name: 'Email' }).click();
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByText('ENTER YOUR EMAIL ADDRESS.')).toBeVisible();
  await requestCode(page, customer.email);
  const countdown = page.getByRole('button', { name: /Send the code again in/i });
  const before = (await countdown.textContent()) ?? '';
  await expect(countdown).not.toHaveText(before);
  const code = await codeMailedTo(customer.email);
  await enterCode(
    page,
    code.replace(/^./, (digit) => String((Number(digit) + 1) % 10)),
  );
  await expect(page.getByRole('alert')).toBeVisible();
  await expectWhole(page);
  await enterCode(page, code);
  await expect(page.getByText('LOGIN SUCCESSFUL! REDIRECTING...')).toBeVisible();
  await expectWhole(page);
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
  await expectWhole(page);
});
