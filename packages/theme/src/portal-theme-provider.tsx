import CssBaseline from '@mui/material/CssBaseline';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { COLOR_MODE, type Brand } from '@portal/contract';
import { useMemo, type PropsWithChildren } from 'react';
import { BrandProvider } from './brand';
import { createPortalTheme } from './create-portal-theme';
import { EmbeddedRoot } from './embedded-root';
import { HostColorMode, type ColorMode } from './host-color-mode';
import { createStyleCache } from './style-cache';
import { knownLocale, LocaleProvider } from './locale';
import { pageSurface, SurfaceProvider, type Surface } from './surface';

type PortalThemeProviderProps = PropsWithChildren<{
  brand: Brand;
  /** The nonce of the page's Content-Security-Policy; without it a strict policy drops every style. */
  nonce?: string | undefined;
  /** By default a page of its own, as wide as its body. */
  surface?: Surface;
  /** What the page around the portal wants, instead of what the customer has chosen here before. */
  colorMode?: ColorMode | undefined;
  /** In whose way dates are written; the browser's by default, and when it is no language tag. */
  locale?: string | undefined;
}>;

/** A page around the portal may be made with MUI too, and remember its own choice under the usual names. */
const EMBEDDED_KEYS = {
  modeStorageKey: `portal-${COLOR_MODE.modeStorageKey}`,
  colorSchemeStorageKey: `portal-${COLOR_MODE.colorSchemeStorageKey}`,
};

/** Brand, theme, colour mode and styles for everything below it; the shell renders the only one. */
export const PortalThemeProvider = ({
  brand,
  nonce,
  surface,
  colorMode,
  locale,
  children,
}: PortalThemeProviderProps) => {
  const drawnOn = useMemo(() => surface ?? pageSurface(document.body), [surface]);
  const cache = useMemo(() => createStyleCache(drawnOn, nonce), [drawnOn, nonce]);
  const theme = useMemo(() => createPortalTheme(brand.primaryColor, drawnOn), [brand.primaryColor, drawnOn]);
  const { modeStorageKey, colorSchemeStorageKey } = drawnOn.host ? EMBEDDED_KEYS : COLOR_MODE;
  return (
    <CacheProvider value={cache}>
      <ThemeProvider
        theme={theme}
        defaultMode={colorMode ?? 'system'}
        modeStorageKey={modeStorageKey}
        colorSchemeStorageKey={colorSchemeStorageKey}
        {...(drawnOn.host && { colorSchemeNode: drawnOn.box, noSsr: true })}
        {...(colorMode && { storageManager: null })}
      >
        {drawnOn.host && <EmbeddedRoot />}
        <CssBaseline enableColorScheme />
        {drawnOn.host && <HostColorMode host={drawnOn.host} colorMode={colorMode} />}
        <SurfaceProvider value={drawnOn}>
          <LocaleProvider value={knownLocale(locale)}>
            <BrandProvider value={brand}>{children}</BrandProvider>
          </LocaleProvider>
        </SurfaceProvider>
      </ThemeProvider>
    </CacheProvider>
  );
};
