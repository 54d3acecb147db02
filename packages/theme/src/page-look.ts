import { contrast, readableColor, type Brand, type EmbedLook } from '@portal/contract';
import { brandFill, colorSchemes, MINIMUM_CONTRAST } from './color-schemes';
import type { PageLook } from './create-portal-theme';
import type { Surface } from './surface';

type Scheme = 'light' | 'dark';
type Schemes = ReturnType<typeof colorSchemes>;
type Colors = Pick<Brand, 'primaryColor' | 'secondaryColor'>;

/** Says on the console why a property of the page is not used as it is. */
const warn = (property: string, problem: string): void =>
  console.warn(`customer-portal: --portal-${property} ${problem}`);

const round = (ratio: number): string => `a contrast of ${ratio.toFixed(1)}`;

const channel = (value: number): string =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0');

/** Red, green, blue, and alpha of a color as browsers serialize it: `rgb(0 0 0 / 1)`, `color(srgb 0 0 0)`. */
const readChannels = (color: string): number[] | undefined => {
  const numbers = (color.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  if (color.startsWith('rgb')) return numbers;
  return color.startsWith('color(srgb ')
    ? numbers.map((value, index) => (index < 3 ? value * 255 : value))
    : undefined;
};

/** Converts a CSS color to `#rrggbb`, by the browser; undefined if it is invalid or not opaque. */
const hexOf = (box: HTMLElement, css: string): string | undefined => {
  // Mixing a color with itself converts it to sRGB, from any color space.
  const computed = [`color-mix(in srgb, ${css}, ${css})`, css].flatMap((color) => {
    box.style.color = '';
    box.style.color = color;
    return box.style.color ? [getComputedStyle(box).color] : [];
  });
  box.style.removeProperty('color');
  const channels = computed.map(readChannels).find((found) => found !== undefined);
  if (!channels) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = channels;
  return alpha === 1 ? `#${[red, green, blue].map(channel).join('')}` : undefined;
};

/** Converts a CSS length to px, by the browser; undefined if it is invalid. */
const pixelsOf = (box: HTMLElement, css: string): number | undefined => {
  box.style.borderSpacing = '';
  box.style.borderSpacing = css;
  const pixels = box.style.borderSpacing ? parseFloat(getComputedStyle(box).borderSpacing) : NaN;
  box.style.removeProperty('border-spacing');
  return Number.isFinite(pixels) ? pixels : undefined;
};

interface Surfaces {
  scheme: Scheme;
  background: string;
  text: string;
}

const isPale = (color: string): boolean => contrast(color, '#000000') > contrast(color, '#ffffff');

/** Background and text for the scheme that they fit; undefined if none is set, or, with a warning, if unreadable. */
const surfacesOf = (
  background: string | undefined,
  text: string | undefined,
  schemes: Schemes,
): Surfaces | undefined => {
  if (!(background ?? text)) return undefined;
  const isLight = background ? isPale(background) : undefined;
  const isForLight = isLight ?? (text !== undefined && contrast(text, '#ffffff') >= MINIMUM_CONTRAST);
  const scheme: Scheme = isForLight ? 'light' : 'dark';
  const { palette } = schemes[scheme];
  const chosen = {
    scheme,
    background: background ?? palette.background.default,
    text: text ?? palette.text.primary,
  };
  const ratio = contrast(chosen.text, chosen.background);
  if (ratio < MINIMUM_CONTRAST) {
    warn(
      text ? 'text' : 'background',
      `is not used: text ${chosen.text} on ${chosen.background} has ${round(ratio)}, less than ${MINIMUM_CONTRAST}.`,
    );
    return undefined;
  }
  const { info, success, warning, error } = palette;
  const worst = Math.min(
    ...[info, success, warning, error].map(({ main }) => contrast(main, chosen.background)),
  );
  if (worst < MINIMUM_CONTRAST) {
    warn(
      'background',
      `is not used: on ${chosen.background}, messages have ${round(worst)}, less than ${MINIMUM_CONTRAST}. Choose a ${isForLight ? 'lighter' : 'darker'} color.`,
    );
    return undefined;
  }
  return chosen;
};

/** Replaces the surfaces of one scheme, and makes the brand colors readable on them. */
const withSurfaces = (
  schemes: Schemes,
  { primaryColor, secondaryColor }: Colors,
  { scheme, background, text }: Surfaces,
): Schemes => {
  const { palette } = schemes[scheme];
  const readable = (color: string) => readableColor(color, scheme, background);
  return {
    ...schemes,
    [scheme]: {
      palette: {
        ...palette,
        brand: brandFill(primaryColor, scheme, background),
        primary: { ...palette.primary, main: readable(primaryColor) },
        secondary: secondaryColor
          ? { ...palette.secondary, main: readable(secondaryColor) }
          : palette.secondary,
        background: { default: background, paper: background },
        text: { primary: text, secondary: text },
      },
    },
  };
};

/** Warns about a color that is too pale; the theme takes a readable shade of it. */
const warnCorrection = (primary: string, shown: string): void => {
  const ratio = contrast(primary, '#ffffff');
  if (shown !== primary && ratio < MINIMUM_CONTRAST)
    warn(
      'primary',
      `${primary} has ${round(ratio)} to white, less than ${MINIMUM_CONTRAST}: in the light scheme, ${shown} takes its place.`,
    );
};

const parentOf = (element: Element): Element | null => {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
};

/** The scheme of the page: that of the nearest background color, or of `color-scheme` if there is none. */
const schemeAround = (element: Element): Scheme => {
  const [red = 0, green = 0, blue = 0, alpha = 1] =
    readChannels(getComputedStyle(element).backgroundColor) ?? [];
  if (alpha > 0.5) {
    const color = `#${[red, green, blue].map(channel).join('')}`;
    return isPale(color) ? 'light' : 'dark';
  }
  const parent = parentOf(element);
  if (parent) return schemeAround(parent);
  const declared = getComputedStyle(element).colorScheme;
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return declared.includes('dark') && (prefersDark || !declared.includes('light')) ? 'dark' : 'light';
};

/** Reads the look of the embedder's page. A color without enough contrast is corrected or not used. */
export const readLook = (
  { box, host }: Surface,
  company: Colors,
  { values, isHosts }: EmbedLook,
): Partial<Brand> & PageLook => {
  const colorOf = (property: 'primary' | 'background' | 'text') => {
    const css = values[property];
    if (!css) return undefined;
    const color = hexOf(box, css);
    if (!color) warn(property, `is not used: "${css}" is not an opaque color.`);
    return color;
  };
  const lengthOf = (property: 'radius' | 'spacing') => {
    const css = values[property];
    if (!css) return undefined;
    const pixels = pixelsOf(box, css);
    if (pixels === undefined) warn(property, `is not used: "${css}" is not a length.`);
    return pixels;
  };
  const primary = colorOf('primary');
  const colors = { ...company, ...(primary && { primaryColor: primary }) };
  const schemes = colorSchemes(colors);
  const surfaces = surfacesOf(colorOf('background'), colorOf('text'), schemes);
  const readable = surfaces ? withSurfaces(schemes, colors, surfaces) : schemes;
  if (primary) warnCorrection(primary, readable.light.palette.primary.main);
  const font = values['font-family'] ?? (isHosts && host ? getComputedStyle(host).fontFamily : undefined);
  const radius = lengthOf('radius');
  const spacing = lengthOf('spacing');
  return {
    ...(primary && { primaryColor: primary }),
    ...(font && { font }),
    ...(radius !== undefined && { radius }),
    theme: {
      ...(spacing !== undefined && { spacing }),
      ...(surfaces && { colorSchemes: readable }),
    },
    ...(isHosts && host && { colorMode: schemeAround(host) }),
  };
};
