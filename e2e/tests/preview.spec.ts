import { PORTAL_URL } from '../support/addresses';
import { NEXT, nextBuildsIn } from '../support/next-builds';
import { previewOf } from '../support/published';
import { expect, test } from '../support/test';

/** `resolve.test.ts` of the server has links that have expired, or that somebody has made up. */

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
