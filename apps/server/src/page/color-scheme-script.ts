import { COLOR_MODE } from '@portal/contract';

const { modeStorageKey, colorSchemeStorageKey, attribute, defaultLightColorScheme, defaultDarkColorScheme } =
  COLOR_MODE;

/**
 * Sets the colour scheme that the customer chose before anything is painted; MUI does the same again when it
 * starts. A browser that forbids storage gets the scheme of its system.
 */
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
