import createCache, { type EmotionCache } from '@emotion/cache';
import { prefixer } from 'stylis';
import { absoluteLengths } from './absolute-lengths';
import type { Surface } from './surface';

/** What browsers come with, for one that does not tell. */
const USUAL_SIZE = 16;

/** How large the customer wants letters to be, in px: no page around the portal has a say in `medium`. */
const mediumFontSize = (box: HTMLElement): number => {
  box.style.fontSize = 'medium';
  const size = parseFloat(getComputedStyle(box).fontSize) || USUAL_SIZE;
  box.style.removeProperty('font-size');
  return size;
};

/**
 * Where emotion keeps the styles of one portal.
 * @param nonce of the page's policy
 */
export const createStyleCache = ({ box, styles, host }: Surface, nonce: string | undefined): EmotionCache =>
  createCache({
    key: 'portal',
    container: styles,
    ...(nonce && { nonce }),
    ...(host && { stylisPlugins: [absoluteLengths(mediumFontSize(box)), prefixer] }),
  });
