import type { Page } from '@playwright/test';
import { codeMailedTo } from './delivered';
import { enterCode, expect, requestCode, type Customer } from './test';

/** A customer's whole visit: signs in, reads the list and an order, saves preferences, logs out. */
export const wholeJourney = async (page: Page, { email, orders }: Customer): Promise<void> => {
  await page.goto('/');
  await requestCode(page, email);
  await enterCode(page, await codeMailedTo(email));
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();

  await page.getByRole('link', { name: `View Details of order ${orders}8` }).click();
  await expect(page.getByText('heat exchanger')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();

  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('checkbox', { name: 'Receive SMS Notifications' }).click();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Preferences saved successfully!')).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
};
