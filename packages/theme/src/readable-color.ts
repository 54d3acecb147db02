import { getContrastRatio, type darken, type lighten } from '@mui/material/styles';

const STEP = 0.05;

/** WCAG 2.2 success criterion 1.4.3: text of normal size needs at least 4.5 : 1. */
export const MINIMUM_CONTRAST = 4.5;

/** A hovered button lays some of its own colour under its words: what can still be read then has this much before. */
const CONTRAST_BEFORE_HOVER = 5.2;

/**
 * The nearest shade of `color` that can be read as text on `background`, hovered or not, so that any brand
 * colour works in both colour schemes.
 * @param shade which way to go: `darken` on a light background, `lighten` on a dark one
 */
export const readableColor = (
  color: string,
  background: string,
  shade: typeof darken | typeof lighten,
): string => {
  for (let amount = 0; amount < 1; amount += STEP) {
    const candidate = shade(color, amount);
    if (getContrastRatio(candidate, background) >= CONTRAST_BEFORE_HOVER) return candidate;
  }
  return shade(color, 1);
};
