import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** How assistive technology names an element that a customer looks for or presses. */
export type Role = 'button' | 'checkbox' | 'heading' | 'link' | 'textbox';

/**
 * A customer at a browser, driven by Playwright, Puppeteer or WebDriver, so that a journey is written once for all. Every action
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

/** Starts a browser, and calls `hear` for the messages on its console, if it can. */
export type StartEngine = (
  hear: (level: string, text: string) => void,
) => Promise<{ visitor: Visitor; close: () => Promise<void> }>;

/** A customer at a browser that Playwright drives. */
export const visitorOf = (page: Page): Visitor => ({
  open: async (url) => void (await page.goto(url)),
  back: async () => void (await page.goBack()),
  forward: async () => void (await page.goForward()),
  fill: (name, text) => page.getByRole('textbox', { name }).fill(text),
  press: (role, name) => page.getByRole(role, { name }).click(),
  sees: (role, name) => expect(page.getByRole(role, { name })).toBeVisible(),
  reads: (text) => expect(page.getByText(text).first()).toBeVisible(),
  isAt: (url) => expect(page).toHaveURL(url),
});
