import { COLOR_MODE } from '@portal/contract';

const { modeStorageKey, colorSchemeStorageKey, attribute, defaultLightColorScheme, defaultDarkColorScheme } =
  COLOR_MODE;

/** Sets the customer's color scheme before the first paint; MUI sets it again when it starts. */
export const COLOR_SCHEME_SCRIPT = `(() => {
  let mode, light, dark;
  try {
    mode = localStorage.getItem('${modeStorageKey}');
    light = localStorage.getItem('${colorSchemeStorageKey}-light');
    dark = localStorage.getItem('${colorSchemeStorageKey}-dark');
  } catch {}
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = mode === 'dark' || (mode !== 'light' && prefersDark);
  const scheme = isDark ? dark || '${defaultDarkColorScheme}' : light || '${defaultLightColorScheme}';
  document.documentElement.setAttribute('${attribute}', scheme);
})();`;
