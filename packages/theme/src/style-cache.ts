import createCache, { type EmotionCache, type StylisPlugin } from '@emotion/cache';
import { prefixer } from 'stylis';
import type { Surface } from './surface';

/** The default of browsers, for those that report none. */
const DEFAULT_FONT_SIZE_PX = 16;

/** Matches `1rem` and `-1rem`, but not the custom property `--space-1rem`. */
const REM = /(?<![\w.]|[\w-]-)(\d*\.?\d+)rem\b/g;

/** Converts `rem` to px, because 1rem of an embedded portal depends on the page. @param remPx px of 1rem */
export const absoluteLengths =
  (remPx: number): StylisPlugin =>
  (element) => {
    if (element.type === 'decl')
      element.value = element.value.replace(REM, (_, count) => `${Number(count) * remPx}px`);
  };

/** The customer's default font size in px: `font-size: medium` ignores the styles of the embedding page. */
const mediumFontSize = (box: HTMLElement): number => {
  box.style.fontSize = 'medium';
  const size = parseFloat(getComputedStyle(box).fontSize) || DEFAULT_FONT_SIZE_PX;
  box.style.removeProperty('font-size');
  return size;
};

/** Emotion's cache, with the styles of one portal. @param mirror the plugin for right-to-left languages */
export const createStyleCache = (
  { box, styles, host }: Surface,
  nonce: string | undefined,
  mirror?: StylisPlugin,
): EmotionCache =>
  createCache({
    // A change of the language can change the writing direction.
    key: mirror ? 'portal-rtl' : 'portal',
    container: styles,
    // Rules that `insertRule` adds are lost when the page moves the element; text is parsed again.
    ...(host && { speedy: false }),
    ...(nonce && { nonce }),
    ...((host || mirror) && {
      stylisPlugins: [
        ...(host ? [absoluteLengths(mediumFontSize(box))] : []),
        prefixer,
        ...(mirror ? [mirror] : []),
      ],
    }),
  });
