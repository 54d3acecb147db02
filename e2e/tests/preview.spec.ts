import type { Page } from '@playwright/test';
import { PORTAL_URL } from '../support/addresses';
import { NEXT, nextBuildsIn } from '../support/next-builds';
import { previewOf } from '../support/published';
import { expect, test } from '../support/test';

test('a preview shows an unreleased version in one browser only, until Reset', async ({
  page,
  browser,
  baseURL,
  customer,
  signIn,
}) => {
  await signIn(customer.email, `/service-orders${await previewOf(PORTAL_URL, `orders@${NEXT}`)}`);
  await expect(page).toHaveURL('/service-orders');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(`orders ${NEXT}`);
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
  expect(await nextBuildsIn(page)).toEqual([`orders ${NEXT}`]);

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  expect(await (await other.request.get('/registry.json')).text()).not.toContain(NEXT);
  await other.close();

  await page.getByRole('link', { name: 'Reset' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
  expect(await nextBuildsIn(page)).toEqual([]);
});

/** The page of a link that shows nothing: it says why, and has the live version. */
const expectRefusal = async (page: Page, query: string, sentence: string): Promise<void> => {
  await page.goto(`/service-orders${query}`);
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText(sentence);
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
  expect(await nextBuildsIn(page)).toEqual([]);
};

test('an expired link, and one that somebody has made up, say so and show nothing', async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(customer.email);
  const release = `orders@${NEXT}`;
  const expired = await previewOf(PORTAL_URL, release, '--days', '0');
  await expectRefusal(page, expired, `The preview of orders ${NEXT} has expired.`);
  await expectRefusal(page, `?preview=${release}`, 'That is not the link of a preview.');

  const [payload = '', signature = ''] = (await previewOf(PORTAL_URL, `login@${NEXT}`)).slice(9).split('.');
  const forged = Buffer.from(payload, 'base64url').toString().replace('login', 'orders');
  const made = `?preview=${Buffer.from(forged).toString('base64url')}.${signature}`;
  await expectRefusal(page, made, 'That is not the link of a preview.');
});
