/** The fixed names of the color mode (specification section 4). The page also reads them before the first paint. */
export const COLOR_MODE = {
  modeStorageKey: 'mui-mode',
  colorSchemeStorageKey: 'mui-color-scheme',
  attribute: 'data-mui-color-scheme',
  defaultLightColorScheme: 'light',
  defaultDarkColorScheme: 'dark',
} as const;
