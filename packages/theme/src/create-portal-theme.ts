import { createTheme, type Theme } from '@mui/material/styles';
import { COLOR_MODE } from '@portal/contract';
import { colorSchemes } from './color-schemes';
import { components } from './component-looks';
import { containerBreakpoints } from './container-breakpoints';
import { embeddedLooks } from './embedded-looks';
import { EMBEDDED_ROOT } from './embedded-root';
import type { Surface } from './surface';

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

const heading = (fontSize: string) => ({
  fontSize,
  fontWeight: 650,
  lineHeight: 1.25,
  letterSpacing: '-0.01em',
});

/**
 * The portal's one theme.
 * @param primaryColor the company's colour, `#rgb` or `#rrggbb`; each colour scheme takes a readable shade of it
 * @param surface by default a page of its own
 */
export const createPortalTheme = (primaryColor: string, surface?: Surface): Theme =>
  createTheme(
    {
      cssVariables: {
        colorSchemeSelector: COLOR_MODE.attribute,
        ...(surface?.host && { rootSelector: `.${EMBEDDED_ROOT}` }),
      },
      breakpoints: containerBreakpoints,
      colorSchemes: colorSchemes(primaryColor),
      defaultColorScheme: 'light',
      shape: { borderRadius: 10 },
      motion: { reducedMotion: 'system' },
      typography: {
        fontFamily: FONT,
        h1: heading('clamp(1.4rem, 1.1rem + 1.5cqi, 1.75rem)'),
        h2: heading('1.2rem'),
        h3: heading('1.05rem'),
        button: { textTransform: 'none', fontWeight: 600 },
      },
      components,
    },
    surface?.host ? { components: embeddedLooks(surface.host, surface) } : {},
  );
