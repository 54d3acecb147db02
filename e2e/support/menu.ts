import { expect, type Locator, type Page } from '@playwright/test';

/** A page, or a frame in it. */
export type Place = Page | Locator;

/** The box of an element in the window. */
export const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return box;
};

/** Expects the opened element at the bottom left corner of its opener. */
const expectBelow = async (opened: Locator, opener: Locator): Promise<void> => {
  const { x, y, height } = await boxOf(opener);
  // Waits for the grow animation.
  await expect
    .poll(async () => {
      const box = await boxOf(opened);
      return Math.max(Math.abs(box.x - x), Math.abs(box.y - y - height));
    })
    .toBeLessThanOrEqual(1);
};

/** Opens a select of the theme, and a menu of a remote's own copy of MUI, and expects both right below their openers. */
export const expectChoicesBelow = async (page: Page): Promise<void> => {
  // On the portal's own page, open menus hide the rest from the accessibility tree.
  const field = page.getByRole('combobox', { name: 'Trade', includeHidden: true });
  const button = page.getByRole('button', { name: 'Actions', includeHidden: true });
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await field.click();
  await expectBelow(page.getByRole('listbox'), field);
  await page.getByRole('option', { name: 'Electrics' }).click();
  await expect(field).toHaveText('Electrics');
  await button.click();
  await expectBelow(page.getByRole('menu'), button);
  await page.mouse.click(5, 5);
  await expect(page.getByRole('menu')).toHaveCount(0);
};

/** Opens the menu of color modes, and expects it right below its button, aligned with the button's end. */
export const expectMenuAtButton = async (place: Place): Promise<void> => {
  const button = place.getByRole('button', { name: /Color mode/, includeHidden: true });
  await button.click();
  const menu = place.getByRole('menu').locator('xpath=..');
  await expect
    .poll(async () => {
      const [opener, opened] = [await boxOf(button), await boxOf(menu)];
      return Math.max(
        Math.abs(opened.x + opened.width - opener.x - opener.width),
        Math.abs(opened.y - opener.y - opener.height),
      );
    })
    .toBeLessThanOrEqual(2);
  await button.page().keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
};
