import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** How assistive technology names an element that a customer looks for or presses. */
export type Role = 'button' | 'checkbox' | 'heading' | 'link' | 'textbox';

/**
 * A customer at a browser, driven by Playwright or by WebDriver, so that a journey is written once for both. Every action
 * waits until it is possible.
 */
export interface Visitor {
  open: (url: string) => Promise<void>;
  back: () => Promise<void>;
  forward: () => Promise<void>;
  fill: (field: string, text: string) => Promise<void>;
  press: (role: Role, name: string) => Promise<void>;
  sees: (role: Role, name: string) => Promise<void>;
  reads: (text: string) => Promise<void>;
  isAt: (url: string) => Promise<void>;
}

/**
 * A customer at a browser that Playwright drives.
 * @param portal the portal, if the page has several
 */
export const visitorOf = (page: Page, portal: Page | Locator = page): Visitor => ({
  open: async (url) => void (await page.goto(url)),
  back: async () => void (await page.goBack()),
  forward: async () => void (await page.goForward()),
  fill: (name, text) => portal.getByRole('textbox', { name }).fill(text),
  press: (role, name) => portal.getByRole(role, { name }).click(),
  sees: (role, name) => expect(portal.getByRole(role, { name })).toBeVisible(),
  reads: (text) => expect(portal.getByText(text).first()).toBeVisible(),
  isAt: (url) => expect(page).toHaveURL(url),
});
