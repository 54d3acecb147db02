import { LANGUAGES } from '@portal/contract';
import { EMBEDDED_URL } from '../support/addresses';
import { answerCalls, SCREENS } from '../support/screen-states';
import { expect, test } from '../support/test';

// This portal speaks all languages.
test.use({ baseURL: EMBEDDED_URL, viewport: { width: 390, height: 844 } });

test('a manager of 240 orders gets to each of six questions, with five orders on the screen', async ({
  page,
}) => {
  await answerCalls(page, SCREENS['latest']?.['ahead'] ?? { path: '/' });
  await page.goto('/');
  const questions = page.getByRole('region', { name: 'Needs your answer (6)' });
  await expect(questions.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('region', { name: 'Upcoming (6)' }).getByRole('listitem')).toHaveCount(3);
  await questions.getByRole('link', { name: 'Show all 6' }).click();
  const cards = page.getByRole('list', { name: 'My Service Orders' }).getByRole('listitem');
  await expect(cards).toHaveCount(6);
  for (const card of await cards.all())
    await expect(card).toContainText('Needs your answer: Approve the quote of $ 1,240.00');
  await page.getByRole('button', { name: 'Needs your answer (6)', pressed: true }).click();
  await expect(cards).toHaveCount(25);
  const box = await cards.nth(4).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(844);
  await cards.nth(0).click();
  await expect(page).toHaveURL(/\/service-order\//);
});

test('a date below a long number begins its line', async ({ page }) => {
  const number = 'WO-2026-11-29-SPRINGFIELD-NORTH-0001';
  const list = [{ ServiceOrderNbr: number, LastModifiedDateTime: '2026-03-04T10:00:00Z' }];
  await answerCalls(page, { path: '/service-orders', answers: { '/serviceOrder/list': list } });
  await page.goto('/service-orders');
  const above = await page.getByText(number, { exact: true }).boundingBox();
  const date = await page.locator('time').boundingBox();
  expect(date?.y).toBeGreaterThan(above?.y ?? Infinity);
  expect(date?.x).toBeCloseTo(above?.x ?? 0, 0);
});

for (const language of LANGUAGES)
  test(`the names of columns and the placeholder of the search are whole (${language})`, async ({
    page,
    context,
  }) => {
    await context.addCookies([{ name: 'portal_language', value: language, url: EMBEDDED_URL }]);
    await answerCalls(page, SCREENS['list']?.['ahead'] ?? { path: '/' });
    await page.goto('/service-orders');
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const [needed = 0, given = 0] = await page
        .getByRole('searchbox')
        .evaluate((field: HTMLInputElement) => {
          const text = document.createElement('span');
          text.textContent = field.placeholder;
          text.style.cssText = `position: absolute; white-space: nowrap; font: ${getComputedStyle(field).font}`;
          document.body.append(text);
          const { paddingLeft, paddingRight } = getComputedStyle(field);
          const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
          return [text.getBoundingClientRect().width, room];
        });
      expect(needed).toBeGreaterThan(0);
      expect(given).toBeGreaterThanOrEqual(needed);
    }
    const lines = await page
      .getByRole('columnheader')
      .evaluateAll((headers) => headers.map(({ clientHeight }) => clientHeight));
    expect(Math.max(...lines)).toBeLessThanOrEqual(48);
  });
