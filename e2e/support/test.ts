import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { join } from 'node:path';
import { EMBEDDED_URL, HOST_URL } from './addresses';
import { codeMailedTo } from './delivered';
import { RUN_DIR } from './directories';
import { startPortalProcess } from './portal-process';
import { signInBrowser } from './session';
import { takeCustomer, type Customer } from './customers';

const LIST = '/service-orders';

interface Fixtures {
  /** A customer that no other test uses. */
  customer: Customer;
  /** Signs in over HTTP and opens a screen, by default the list of orders; `sign-in.spec.ts` signs in through the screen. */
  signIn: (email: string, path?: string) => Promise<void>;
  /** Console warnings, policy violations and unhandled rejections; a test fails unless this is empty at its end. */
  complaints: string[];
}

export const requestCode = async (place: Page | Locator, email: string): Promise<void> => {
  await place.getByRole('textbox', { name: 'Email' }).fill(email);
  await place.getByRole('button', { name: 'Send Code' }).click();
};

export const enterCode = async (place: Page | Locator, code: string): Promise<void> => {
  await place.getByRole('textbox', { name: 'Access Code' }).fill(code);
  await place.getByRole('button', { name: 'Verify & Login' }).click();
};

/** Signs in through the sign-in screen of a page, or of one of its portals. */
export const signInHere = async (portal: Page | Locator, email: string): Promise<void> => {
  await requestCode(portal, email);
  await enterCode(portal, await codeMailedTo(email));
  await expect(portal.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
};

export const test = base.extend<Fixtures>({
  customer: async ({}, use) => use(await takeCustomer()),
  signIn: async ({ page, baseURL }, use) => {
    await use(async (email, path = LIST) => {
      await signInBrowser(page.context(), baseURL ?? '', email);
      await page.goto(path);
      if (path === LIST) await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
    });
  },
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(`unhandled: ${error.stack ?? error.message}`));
      page.on('console', (message) => {
        const text = message.text();
        if (/content.security.policy|act\(|warning: |duplicate/i.test(text)) complaints.push(text);
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** `test` for pages of another site: `signIn` opens no page. */
export const embeddedTest = test.extend({
  signIn: async ({ context }, use) => {
    await use((email) => signInBrowser(context, EMBEDDED_URL, email, HOST_URL));
  },
});

type Stop = () => Promise<unknown>;

/** Starts servers before the tests of a file, or of a group, and stops them afterwards in reverse order. */
export const serve = (...starts: (() => Promise<Stop>)[]): void => {
  const stops: Stop[] = [];
  test.beforeAll(async () => {
    for (const start of starts) stops.unshift(await start());
  });
  test.afterAll(async () => {
    for (const stop of stops) await stop();
  });
};

interface OwnPortal {
  /** Of its folder with data: unique. */
  name: string;
  /** No other file of the tests has it. */
  port: number;
  environment?: Record<string, string>;
}

/** Starts a portal of its own for the tests of a file, or of a group. @returns its URL */
export const servePortal = ({ name, port, environment }: OwnPortal): string => {
  serve(() =>
    startPortalProcess({ port, dataDir: join(RUN_DIR, name), ...(environment && { environment }) }),
  );
  return `http://localhost:${port}`;
};

export { expect };
