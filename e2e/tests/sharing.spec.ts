import type { Response } from '@playwright/test';
import { expect, signInHere, test } from '../support/test';

/** A text that occurs once in each library and survives minification. */
const SIGNATURES = {
  React: /\.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=\s*[\w$]/g,
  'React DOM': /\.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=\s*[\w$]/g,
  'react-router': /useRoutes\(\) may be used only in the context of a <Router> component/g,
  emotion: /__EMOTION_TYPE_PLEASE_DO_NOT_USE__/g,
  'the theme': /#f5f6f8/g,
};

test('the browser loads exactly one React, one router, one emotion and one theme', async ({
  page,
  customer,
}) => {
  const scripts = new Map<string, Response>();
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.set(response.url(), response);
  });
  await page.goto('/login');
  await signInHere(page, customer.email);
  for (const entry of ['My Current Order', 'All Service Orders', 'Notifications']) {
    await page.getByRole('link', { name: entry }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  }

  const loaded = [...scripts.keys()].map((url) => /releases\/([\w-]+)/.exec(url)?.[1]);
  expect(new Set(loaded)).toEqual(new Set(['shell', 'login', 'orders', 'notification-preferences']));

  // At the end: a file that the portal loads ahead may arrive after the test.
  const responses = [...scripts.values()];
  const code = (await Promise.all(responses.map((response) => response.text()))).join('\n');
  const copies = Object.fromEntries(
    Object.entries(SIGNATURES).map(([library, signature]) => [library, code.match(signature)?.length ?? 0]),
  );
  expect(copies).toEqual(Object.fromEntries(Object.keys(SIGNATURES).map((library) => [library, 1])));
});
