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

/** Expects no violation of WCAG 2.2 AA or of axe's best practices on what is shown now. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await page.evaluate(source);
  const { violations } = await page.evaluate(
    (tags) => globalThis.axe.run(document, { runOnly: tags }),
    RULES,
  );
  expect(violations.map(describe)).toEqual([]);
};

/** Expects that nothing has to be scrolled sideways. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBe(0);
};
