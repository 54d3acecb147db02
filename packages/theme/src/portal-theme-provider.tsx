import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { COLOR_MODE, type Brand } from '@portal/contract';
import { useMemo, type PropsWithChildren } from 'react';
import { BrandProvider } from './brand';
import { createPortalTheme } from './create-portal-theme';

type PortalThemeProviderProps = PropsWithChildren<{
  brand: Brand;
  /** The nonce of the page's Content-Security-Policy; without it a strict policy drops every style. */
  nonce?: string;
}>;

/** Brand, theme, colour mode and styles for everything below it; the shell renders the only one. */
export const PortalThemeProvider = ({ brand, nonce, children }: PortalThemeProviderProps) => {
  const cache = useMemo(() => createCache({ key: 'portal', ...(nonce && { nonce }) }), [nonce]);
  const theme = useMemo(() => createPortalTheme(brand.primaryColor), [brand.primaryColor]);
  return (
    <CacheProvider value={cache}>
      <ThemeProvider
        theme={theme}
        defaultMode="system"
        modeStorageKey={COLOR_MODE.modeStorageKey}
        colorSchemeStorageKey={COLOR_MODE.colorSchemeStorageKey}
      >
        <CssBaseline enableColorScheme />
        <BrandProvider value={brand}>{children}</BrandProvider>
      </ThemeProvider>
    </CacheProvider>
  );
};
