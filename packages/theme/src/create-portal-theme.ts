import { createTheme, type SimplePaletteColorOptions, type Theme } from '@mui/material/styles';
import { COLOR_MODE, directionOf, FIRST_PAINT, type Brand } from '@portal/contract';
import { colorSchemes } from './color-schemes';
import { componentOverrides } from './component-overrides';
import { containerBreakpoints } from './container-breakpoints';
import { embeddedOverrides } from './embedded-overrides';
import { TOP_BAR_PX } from './heights';
import { partsOf } from './language';
import type { ColorMode } from './embedded-root';
import { EMBEDDED_ROOT, type Surface } from './surface';

declare module '@mui/material/styles' {
  interface ThemeOptions {
    language?: string;
  }
  interface Theme {
    /** The language of the portal's texts (BCP 47). */
    language: string;
  }
  interface PaletteOptions {
    brand?: SimplePaletteColorOptions;
  }
}

/** The look that an embedding page chooses, in addition to the company's brand. */
export interface PageLook {
  /** Replaces the portal's spacing unit, and the color schemes of the company's colors. */
  theme?: { spacing?: number; colorSchemes?: ReturnType<typeof colorSchemes> } | undefined;
  /** The color mode of the page. */
  colorMode?: ColorMode | undefined;
}

const heading = (fontSize: string) => ({
  fontSize,
  fontWeight: 650,
  lineHeight: 1.25,
  letterSpacing: '-0.01em',
});

/** The portal's theme. @param language one that `loadLanguageParts` has loaded */
export const createPortalTheme = (
  brand: Pick<Brand, 'primaryColor' | 'secondaryColor' | 'font' | 'radius'> & PageLook,
  surface?: Surface,
  language = 'en',
): Theme =>
  createTheme(
    {
      cssVariables: {
        colorSchemeSelector: COLOR_MODE.attribute,
        ...(surface?.host && { rootSelector: `.${EMBEDDED_ROOT}` }),
      },
      breakpoints: containerBreakpoints,
      colorSchemes: colorSchemes(brand),
      defaultColorScheme: 'light',
      language,
      direction: directionOf(language),
      mixins: {
        toolbar: {
          minHeight: TOP_BAR_PX.xs,
          [containerBreakpoints.up('sm')]: { minHeight: TOP_BAR_PX.sm },
        },
      },
      shape: { borderRadius: brand.radius ?? 10 },
      motion: { reducedMotion: 'system' },
      typography: {
        fontFamily: brand.font ?? FIRST_PAINT.font,
        // With large text on a phone, the longest word still fits.
        h1: heading('min(clamp(1.4rem, 1.1rem + 1.5cqi, 1.75rem), 8.5cqi)'),
        h2: heading('min(1.2rem, 8cqi)'),
        h3: heading('1.05rem'),
        button: { textTransform: 'none', fontWeight: 600 },
      },
      components: componentOverrides,
      ...brand.theme,
    },
    surface?.host ? { components: embeddedOverrides(surface.host, surface) } : {},
    partsOf(language)?.locale ?? {},
  );
