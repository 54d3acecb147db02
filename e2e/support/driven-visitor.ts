import { expect } from '@playwright/test';
import * as v from 'valibot';
import type { Role, Visitor } from './visitor';

/** The commands of a browser's protocol that a visitor needs. */
export interface Driver {
  open: (url: string) => Promise<unknown>;
  /** Goes back, or forward, in the history. */
  traverse: (delta: 1 | -1) => Promise<unknown>;
  /** Runs a script in the page. Its result is JSON. */
  run: (script: string, args: readonly string[]) => Promise<string | null>;
  /** Presses keys, or moves and presses the mouse, as WebDriver describes it. */
  act: (input: { id: string; type: 'key' | 'pointer'; actions: object[] }) => Promise<unknown>;
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
 * Functions for scripts in the page. `find` looks into open shadow roots, for elements that are seen; a name may be a part
 * of the whole, as in Playwright.
 */
const IN_PAGE = `
  const everywhere = (root) =>
    [...root.querySelectorAll('*')].flatMap((element) => [element, ...(element.shadowRoot ? everywhere(element.shadowRoot) : [])]);
  const isSeen = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
  const textOf = (ids, root) => ids.split(' ').map((id) => root.getElementById(id)?.textContent ?? '').join(' ');
  const nameOf = (element) =>
    element.getAttribute('aria-label') ||
    textOf(element.getAttribute('aria-labelledby') ?? '', element.getRootNode()).trim() ||
    [...(element.labels ?? [])].map((label) => label.textContent).join(' ') ||
    element.textContent;
  const find = (selector, name) =>
    everywhere(document).find((element) =>
      element.matches(selector) && isSeen(element) && nameOf(element).toLowerCase().includes(name.toLowerCase()));
  const reads = (text) =>
    everywhere(document).some((element) => isSeen(element) && (element.innerText ?? '').includes(text));
  const topmostAt = (x, y) => {
    let element = document.elementFromPoint(x, y);
    while (element?.shadowRoot?.elementFromPoint(x, y) && element.shadowRoot.elementFromPoint(x, y) !== element)
      element = element.shadowRoot.elementFromPoint(x, y);
    return element;
  };
  const isWithin = (node, element) => {
    for (let at = node; at; at = at.parentNode ?? at.host) if (at === element) return true;
    return false;
  };
`;

/** Finds the point at which to press an element: null while it is absent, disabled, or covered. */
const PLACE = `${IN_PAGE}
  const element = find(...arguments);
  if (!element || element.matches(':disabled, [aria-disabled=true]')) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const place = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  return isWithin(topmostAt(place.x, place.y), element) ? place : null;
`;

const SELECT = `${IN_PAGE}
  const field = find(...arguments);
  if (!field) return false;
  field.focus();
  field.select();
  return true;
`;

const placeSchema = v.nullable(v.object({ x: v.number(), y: v.number() }));

const BACKSPACE = '\uE003';
const WAITING = { timeout: 30_000, intervals: [50, 100, 200] };

/** A customer at a browser that Playwright cannot drive. */
export const drivenVisitor = (driver: Driver): Visitor => {
  const run = async (script: string, ...args: string[]): Promise<unknown> => {
    const json = await driver.run(
      `return JSON.stringify((function () { ${script} }).apply(null, arguments) ?? null);`,
      args,
    );
    return json === null ? null : JSON.parse(json);
  };
  /** Ignores errors: a script fails while the page navigates. */
  const until = (what: string, condition: () => Promise<unknown>, wanted: unknown = true) =>
    expect.poll(() => condition().catch(() => undefined), { ...WAITING, message: what }).toEqual(wanted);

  return {
    open: async (url) => void (await driver.open(url)),
    back: async () => void (await driver.traverse(-1)),
    forward: async () => void (await driver.traverse(1)),
    fill: async (name, text) => {
      await until(`the field ${name}`, () => run(SELECT, SELECTORS.textbox, name));
      const actions = [BACKSPACE, ...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await driver.act({ id: 'keyboard', type: 'key', actions });
    },
    press: async (role, name) => {
      const places: v.InferOutput<typeof placeSchema>[] = [];
      // Waits until the element is at the same place twice, because it may still move.
      await until(`the ${role} ${name}`, async () => {
        places.unshift(v.parse(placeSchema, await run(PLACE, SELECTORS[role], name)));
        const [now, before] = places;
        return Boolean(now && before && now.x === before.x && now.y === before.y);
      });
      const actions = [
        { type: 'pointerMove', duration: 0, ...places[0] },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await driver.act({ id: 'mouse', type: 'pointer', actions });
    },
    sees: (role, name) =>
      until(`the ${role} ${name}`, () =>
        run(`${IN_PAGE} return Boolean(find(...arguments));`, SELECTORS[role], name),
      ),
    reads: (text) => until(`the text ${text}`, () => run(`${IN_PAGE} return reads(...arguments);`, text)),
    isAt: (url) => until('the address', () => run('return location.href;'), url),
  };
};
