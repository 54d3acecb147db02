import { expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

declare global {
  var axe: typeof axeCore;
}

const describe = ({ id, help, nodes }: axeCore.Result) =>
  `${id}: ${help} ${nodes.map((node) => node.html).join(' ')}`;

/** Waits until animations end: axe computes contrast from the current colors. */
const animationsEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const rootsIn = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
      root,
      ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : [])),
    ];
    const animations = rootsIn(document).flatMap((root) => root.getAnimations());
    const finite = animations.filter(({ effect }) =>
      Number.isFinite(Number(effect?.getComputedTiming().endTime)),
    );
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });

/** Expects no violation of WCAG 2.2 AA or of axe's best practices in the current page. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await animationsEnd(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const violations = await page.evaluate(async (runOnly) => {
    const options = { runOnly, resultTypes: ['violations' as const], selectors: false };
    return (await globalThis.axe.run(document, options)).violations;
  }, RULES);
  expect(violations.map(describe)).toEqual([]);
};

/** Expects no horizontal scroll bar. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
};

/** Expects the current page to be accessible in light and dark, wide and narrow, and to fit. */
export const expectAccessibleEverywhere = async (page: Page): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
};
