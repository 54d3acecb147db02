import type { StylisPlugin } from '@emotion/cache';

/** Not a part of a name: `-1rem` is one, `--space-1rem` is none. */
const REM = /(?<![\w.]|[\w-]-)(\d*\.?\d+)rem\b/g;

/**
 * Writes every `rem` in px. A `rem` is what the page around the portal says (`html { font-size: 62.5% }` is common),
 * and no style in a shadow root can say otherwise.
 * @param rem px of 1rem, as the customer has set up the browser
 */
export const absoluteLengths =
  (rem: number): StylisPlugin =>
  (element) => {
    if (element.type === 'decl')
      element.value = element.value.replace(REM, (_, count) => `${Number(count) * rem}px`);
  };
