import puppeteer, { ElementHandle, type Page } from 'puppeteer-core';
import { unpackedPackages, withLibraries, within } from './debian-packages';
import { drivenVisitor } from './driven-visitor';
import type { StartEngine } from './visitor';

/** Puppeteer's own selectors evaluate strings in the page, which the portal's policy refuses. */
const visitorOf = (page: Page) =>
  drivenVisitor({
    open: (url) => page.goto(url),
    // Puppeteer's own functions wait for a page that loads.
    back: () => page.evaluate('history.back()'),
    forward: () => page.evaluate('history.forward()'),
    evaluate: (expression) => page.evaluate(expression),
    find: async (expression) => {
      const element = await page.evaluateHandle(expression);
      if (!(element instanceof ElementHandle)) throw new Error('There is no such element.');
      return {
        click: () => element.click(),
        fill: async (text) => {
          await element.click({ count: 3 });
          await element.type(text);
        },
      };
    },
  });

/** Finds Debian's Firefox. Playwright's BiDi needs a newer one than the Extended Support Release. */
export const debianFirefox = async (): Promise<StartEngine> => {
  const directory = await unpackedPackages('firefox-esr', ['firefox-esr']);
  return async (hear) => {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: within(directory, 'usr/lib/firefox-esr/firefox-esr'),
      env: withLibraries(directory),
      defaultViewport: null,
    });
    const page = await browser.newPage();
    page.on('pageerror', (error) => hear('error', String(error)));
    page.on('console', (message) => hear(message.type(), message.text()));
    return { visitor: visitorOf(page), close: () => browser.close() };
  };
};
