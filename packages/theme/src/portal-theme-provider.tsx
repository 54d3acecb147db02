import CssBaseline from '@mui/material/CssBaseline';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import { COLOR_MODE, type Brand } from '@portal/contract';
import { createContext, use, useLayoutEffect, useMemo, type PropsWithChildren } from 'react';
import { createPortalTheme, type PageLook } from './create-portal-theme';
import { EmbeddedRoot, type ColorMode } from './embedded-root';
import { partsOf } from './language';
import { createStyleCache } from './style-cache';
import { setLanguage, pageSurface, SurfaceContext, type Surface } from './surface';

const BrandContext = createContext<Brand>({ name: 'Acme', logoUrl: null, primaryColor: '#0b57a4' });

/** The brand of the company that runs the portal. */
export const useBrand = (): Brand => use(BrandContext);

const LocaleContext = createContext<string | undefined>(undefined);

/** The language tag (BCP 47) for dates and numbers; undefined for the browser's own. */
export const useLocale = (): string | undefined => use(LocaleContext);

/** Returns `tag` if it is a language tag that this browser supports. */
const supportedLocale = (tag: string | undefined): string | undefined => {
  if (!tag) return undefined;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0];
  } catch {
    // Malformed tags throw a RangeError.
    return undefined;
  }
};

type PortalThemeProviderProps = PropsWithChildren<{
  brand: Brand & PageLook;
  /** The nonce of the page's Content-Security-Policy; a strict policy drops every style without it. */
  nonce?: string | undefined;
  /** Default: a page of the portal's own, as wide as its body. */
  surface?: Surface;
  /** The mode that the embedding page asks for; it overrides the customer's earlier choice. */
  colorMode?: ColorMode | undefined;
  /** The language tag for dates. Without a supported tag, the browser's locale applies. */
  locale?: string | undefined;
  /** The language of the texts, which `loadLanguageParts` has loaded. */
  language?: string | undefined;
}>;

/** An embedding page that uses MUI keeps its own color mode under MUI's default keys. */
const EMBEDDED_KEYS = {
  modeStorageKey: `portal-${COLOR_MODE.modeStorageKey}`,
  colorSchemeStorageKey: `portal-${COLOR_MODE.colorSchemeStorageKey}`,
};

/** Switches to the light scheme while printing: paper is white. */
const paperColors = (root: HTMLElement) => {
  let other: string = COLOR_MODE.defaultLightColorScheme;
  const swap = () => {
    const shown = root.getAttribute(COLOR_MODE.attribute) ?? COLOR_MODE.defaultLightColorScheme;
    root.setAttribute(COLOR_MODE.attribute, other);
    other = shown;
  };
  const moments = ['beforeprint', 'afterprint'];
  for (const moment of moments) window.addEventListener(moment, swap);
  return () => {
    for (const moment of moments) window.removeEventListener(moment, swap);
  };
};

/** Provides brand, locale, theme, color mode and styles. The shell renders the only one. */
export const PortalThemeProvider = ({
  brand,
  nonce,
  surface,
  colorMode = brand.colorMode,
  locale,
  language,
  children,
}: PortalThemeProviderProps) => {
  const currentSurface = useMemo(
    () => ({ ...(surface ?? pageSurface(document.body)), nonce }),
    [surface, nonce],
  );
  const mirror = language === undefined ? undefined : partsOf(language)?.mirror;
  const cache = useMemo(
    () => createStyleCache(currentSurface, nonce, mirror),
    [currentSurface, nonce, mirror],
  );
  const theme = useMemo(
    () => createPortalTheme(brand, currentSurface, language),
    [brand, currentSurface, language],
  );
  const root = currentSurface.host ? currentSurface.box : document.documentElement;
  useLayoutEffect(() => {
    if (language) setLanguage(root, language);
  }, [root, language]);
  useLayoutEffect(() => paperColors(root), [root]);
  const { modeStorageKey, colorSchemeStorageKey } = currentSurface.host ? EMBEDDED_KEYS : COLOR_MODE;
  return (
    <CacheProvider value={cache}>
      <ThemeProvider
        theme={theme}
        defaultMode={colorMode ?? 'system'}
        modeStorageKey={modeStorageKey}
        colorSchemeStorageKey={colorSchemeStorageKey}
        {...(currentSurface.host && { colorSchemeNode: currentSurface.box, noSsr: true })}
        {...(colorMode && { storageManager: null })}
      >
        {currentSurface.host && (
          <EmbeddedRoot host={currentSurface.host} box={currentSurface.box} colorMode={colorMode} />
        )}
        <CssBaseline enableColorScheme />
        <SurfaceContext value={currentSurface}>
          <LocaleContext value={supportedLocale(locale)}>
            <BrandContext value={brand}>{children}</BrandContext>
          </LocaleContext>
        </SurfaceContext>
      </ThemeProvider>
    </CacheProvider>
  );
};
