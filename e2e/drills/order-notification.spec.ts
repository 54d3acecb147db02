import { messagesMailedTo, codeMailedTo } from '../support/delivered';
import { changeOrder } from '../support/orders-hook';
import { enterCode, expect, requestCode, test } from '../support/test';

/** Changes are collected for a minute before the mail is sent. */
const UNTIL_SENT = 120_000;

const linkIn = (html: string, text: string): string =>
  new RegExp(`<a[^>]* href="([^"]+)"[^>]*>(?:(?!</a>).)*${text}`, 's')
    .exec(html)?.[1]
    ?.replaceAll('&amp;', '&') ?? '';

test('a mail about an order links through sign-in to the order, and has a link that stops the mails', async ({
  page,
  customer,
  baseURL,
}) => {
  test.setTimeout(UNTIL_SENT + 60_000);
  const order = `${customer.orders}8`;
  await changeOrder(baseURL ?? '', customer.email, { ServiceOrderNbr: order, Status: 'Completed' });
  await expect
    .poll(async () => (await messagesMailedTo(customer.email)).map(({ subject }) => subject), {
      timeout: UNTIL_SENT,
    })
    .toEqual([`Completed: Boiler repair ${order} (${order})`]);
  const [{ html } = { html: '' }] = await messagesMailedTo(customer.email);

  await test.step('the link leads through sign-in to the order', async () => {
    await page.goto(linkIn(html, 'View order'));
    await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(`/service-order/${order}`)}`);
    await requestCode(page, customer.email);
    await enterCode(page, await codeMailedTo(customer.email));
    await expect(page).toHaveURL(`/service-order/${order}`);
    await expect(page.getByText('Completed').first()).toBeVisible();
  });

  await test.step('the other link stops the mails', async () => {
    await page.goto(linkIn(html, 'stop these emails'));
    await expect(page.getByText(/sends them to c•••@example\.com/)).toBeVisible();
    await page.getByRole('button', { name: 'Stop these emails' }).click();
    await expect(page.getByRole('heading', { name: /You won’t get any more emails/ })).toBeVisible();
    await page.getByRole('link', { name: 'Change your notifications' }).click();
    await expect(page.getByRole('checkbox', { name: 'Receive Email Notifications' })).not.toBeChecked();
  });
});
