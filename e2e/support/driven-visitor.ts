import { expect } from '@playwright/test';
import type { Role, Visitor } from './visitor';

/** The commands of a browser's driver that a visitor needs. */
export interface Driver {
  open: (url: string) => Promise<unknown>;
  back: () => Promise<unknown>;
  forward: () => Promise<unknown>;
  /** Evaluates an expression in the page. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Evaluates an expression for an element; rejects without one. */
  find: (expression: string) => Promise<{
    click: () => Promise<unknown>;
    fill: (text: string) => Promise<unknown>;
  }>;
}

/** The elements of each role in the portal's screens. */
const SELECTORS: Record<Role, string> = {
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox]',
  heading: 'h1, h2, h3, h4, h5, h6',
  link: 'a[href]',
  textbox: 'input:not([type=checkbox], [type=radio], [type=hidden]), textarea',
};

/**
 * An expression for the first element that is seen, matches a selector, and whose name contains a text, as in Playwright.
 * Looks into open shadow roots.
 */
const find = (selector: string, name: string): string => `((selector, name) => {
  const everywhere = (root) =>
    [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? everywhere(element.shadowRoot) : [])]);
  const isSeen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
  const textOf = (ids, root) => ids.split(' ').map((id) => root.getElementById(id)?.textContent ?? '').join(' ');
  const nameOf = (element) =>
    element.getAttribute('aria-label') ||
    textOf(element.getAttribute('aria-labelledby') ?? '', element.getRootNode()).trim() ||
    [...(element.labels ?? [])].map((label) => label.textContent).join(' ') ||
    (element.innerText ?? '');
  return everywhere(document).find((element) =>
    element.matches(selector) && isSeen(element) && nameOf(element).toLowerCase().includes(name.toLowerCase())) ?? null;
})(${JSON.stringify(selector)}, ${JSON.stringify(name)})`;

const WAITING = { timeout: 30_000, intervals: [50, 100, 200] };

/** A customer at a browser that Playwright cannot drive. */
export const drivenVisitor = (driver: Driver): Visitor => {
  /** Finds an element, and does something with it, until both succeed. */
  const until = (
    selector: string,
    name: string,
    act: (element: Awaited<ReturnType<Driver['find']>>) => Promise<unknown> = async () => undefined,
  ) =>
    expect(async () => {
      await act(await driver.find(find(selector, name)));
    }, `${selector} ${name}`).toPass(WAITING);

  return {
    open: async (url) => void (await driver.open(url)),
    back: async () => void (await driver.back()),
    forward: async () => void (await driver.forward()),
    fill: (name, text) => until(SELECTORS.textbox, name, (field) => field.fill(text)),
    press: (role, name) => until(SELECTORS[role], name, (element) => element.click()),
    sees: (role, name) => until(SELECTORS[role], name),
    reads: (text) => until('*', text),
    isAt: (url) => expect.poll(() => driver.evaluate('location.href'), WAITING).toBe(url),
  };
};
