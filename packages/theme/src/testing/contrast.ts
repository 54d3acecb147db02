import { decomposeColor } from '@mui/material/styles';

/** Red, green and blue (0 to 255) of `color`, which may be transparent, on `background`. */
const seenOn = (color: string, background: string): number[] => {
  const [red = 0, green = 0, blue = 0, alpha = 1] = decomposeColor(color).values;
  const below = decomposeColor(background).values;
  return [red, green, blue].map((channel, index) => channel * alpha + (below[index] ?? 0) * (1 - alpha));
};

const linear = (channel: number): number =>
  channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;

const luminance = ([red = 0, green = 0, blue = 0]: number[]): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/**
 * The contrast ratio of WCAG 2.2, from 1 to 21. Unlike MUI's `getContrastRatio`, it does not round and supports
 * transparency.
 * @param background an opaque color
 */
export const contrast = (color: string, background: string): number => {
  const [darker = 0, lighter = 0] = [seenOn(color, background), seenOn(background, background)]
    .map(luminance)
    .sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
};

/** The opaque color of `overlay` on `background`. */
export const blend = (overlay: string, background: string): string =>
  `rgb(${seenOn(overlay, background).join(', ')})`;
