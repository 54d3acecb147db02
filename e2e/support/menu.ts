import { expect, type Locator, type Page } from '@playwright/test';

/** A page, or a frame in it. */
export type Place = Page | Locator;

/** The box of an element in the window. */
export const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return box;
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
