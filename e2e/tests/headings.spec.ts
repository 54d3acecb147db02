import { LANGUAGES } from '@portal/contract';
import type { Page } from '@playwright/test';
import { EMBEDDED_URL } from '../support/addresses';
import { answerCalls, SCREENS } from '../support/screen-states';
import { expect, test } from '../support/test';

/** A reflow at 400 % zoom (WCAG 2.2, 1.4.10), and text of twice the size (1.4.4) on a phone. */
const SIZES = [
  { width: 320, text: '100%', elements: 'h1, h2, h3, button, dt' },
  { width: 390, text: '200%', elements: 'h1, h2, h3, button' },
];

/** The words that continue on another line. */
const brokenWords = (page: Page, elements: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const headings = [...document.querySelectorAll(`#main :is(${selector}), header p`)];
    return headings.flatMap((heading) => {
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      while (texts.nextNode()) {
        const node = texts.currentNode;
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            broken.push(word);
        }
      }
      return broken;
    });
  }, elements);

// This portal speaks all languages.
test.use({ baseURL: EMBEDDED_URL });

const STATES = ['sign-in', 'latest', 'order', 'list', 'preferences', 'not-found', 'unavailable'].flatMap(
  (name) =>
    ['typical', 'empty', 'error'].flatMap((kind) => {
      const state = SCREENS[name]?.[kind];
      return state && !state.act ? [{ name: `${name} ${kind}`, state }] : [];
    }),
);

for (const language of LANGUAGES)
  test(`no heading or button breaks inside a word (${language})`, async ({ page, context }) => {
    await context.addCookies([{ name: 'portal_language', value: language, url: EMBEDDED_URL }]);
    const broken: string[] = [];
    for (const { name, state } of STATES) {
      await page.unrouteAll();
      await answerCalls(page, state);
      await page.goto(state.path);
      await page.locator('#main').getByRole('heading').first().waitFor();
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      for (const { width, text, elements } of SIZES) {
        await page.setViewportSize({ width, height: 800 });
        await page.evaluate((size) => (document.documentElement.style.fontSize = size), text);
        const words = await brokenWords(page, elements);
        broken.push(...words.map((word) => `${word} (${name}, ${width} px, ${text})`));
      }
    }
    expect(broken).toEqual([]);
  });
