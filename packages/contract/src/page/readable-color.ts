import { FIRST_PAINT } from './html';

export type Rgb = readonly [red: number, green: number, blue: number];

/** The channels of a color, from 0 to 255. @param color `#rgb` or `#rrggbb` */
export const channelsOf = (color: string): Rgb => {
  const digits = color.slice(1);
  const long = digits.length < 6 ? digits.replace(/./g, '$&$&') : digits;
  const channel = (at: number) => Number.parseInt(long.slice(at, at + 2), 16);
  return [channel(0), channel(2), channel(4)];
};

/** A channel of a color, linear from 0 to 1. */
const linear = (channel: number): number =>
  channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;

const luminance = (color: string): number => {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

/** The contrast of two colors (WCAG 2.2, contrast ratio), from 1 to 21. */
export const contrast = (one: string, other: string): number => {
  const [first, second] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(first, second) / Math.min(first, second);
};

const DARK_TEXT = '#1c2126';

/** White or a dark text, whichever has more contrast on the color. */
export const readableOn = (color: string): string =>
  contrast(color, '#ffffff') >= contrast(color, DARK_TEXT) ? '#ffffff' : DARK_TEXT;

/** The surface of each color scheme on which the company's colors have the least contrast. */
export const SCHEME_SURFACES = { light: FIRST_PAINT.light.background, dark: '#181d23' } as const;

/** A hovered button tints its background, which lowers the contrast; this much keeps it above 4.5 (WCAG 2.2, 1.4.3). */
const CONTRAST_BEFORE_HOVER = 5.2;

const STEPS = 20;

/** @param share from 0, the color itself, to 1, black or white */
const shade = (color: string, scheme: keyof typeof SCHEME_SURFACES, share: number): string => {
  const end = scheme === 'light' ? 0 : 255;
  const hex = (channel: number) =>
    Math.floor(channel + (end - channel) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${channelsOf(color).map(hex).join('')}`;
};

/** The nearest shade of the company's color that is readable on a surface, by default that of the scheme. */
export const readableColor = (
  color: string,
  scheme: keyof typeof SCHEME_SURFACES,
  surface: string = SCHEME_SURFACES[scheme],
): string => {
  const shades = Array.from({ length: STEPS }, (_, step) => shade(color, scheme, step / STEPS));
  const readable = shades.find((one) => contrast(one, surface) >= CONTRAST_BEFORE_HOVER);
  return readable ?? shade(color, scheme, 1);
};

/** WCAG 2.2, 1.4.3 (a text) and 1.4.11 (a button beside its surroundings). */
const ENOUGH = { text: 4.5, surface: 3 };

/** The company's color itself, for a bar or button, if its text and its surroundings contrast with it; otherwise a shade. */
export const fillColor = (
  color: string,
  scheme: keyof typeof SCHEME_SURFACES,
  surface: string = SCHEME_SURFACES[scheme],
): string => {
  const isClear =
    contrast(color, readableOn(color)) >= ENOUGH.text && contrast(color, surface) >= ENOUGH.surface;
  return isClear ? color : readableColor(color, scheme, surface);
};
