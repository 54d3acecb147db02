/** The fixed names of the colour mode (specification section 4), read by the page before the first paint too. */
export const COLOR_MODE = {
  modeStorageKey: 'mui-mode',
  colorSchemeStorageKey: 'mui-color-scheme',
  attribute: 'data-mui-color-scheme',
  defaultLightColorScheme: 'light',
  defaultDarkColorScheme: 'dark',
} as const;
