/** Names that the server writes into the portal's page and the shell reads. */

/** The id of the element that holds the boot document. */
export const BOOT_ELEMENT_ID = 'portal-boot';

/** The calls of the first screen that are sent while its scripts load, by URL; undefined without a response. */
export type CallsAhead = Map<string, Promise<Response | undefined>>;

/** The event of the document by which the shell takes them over; its `detail` is a function that receives `CallsAhead`. */
export const CALLS_AHEAD_EVENT = 'portal-calls-ahead';

/** The fixed names of the color mode (specification section 4). The page reads them before the first paint. */
export const COLOR_MODE = {
  modeStorageKey: 'mui-mode',
  colorSchemeStorageKey: 'mui-color-scheme',
  attribute: 'data-mui-color-scheme',
  defaultLightColorScheme: 'light',
  defaultDarkColorScheme: 'dark',
} as const;

/** The font and colors of the page before the shell starts. They match the theme; `text` is its secondary text color. */
export const FIRST_PAINT = {
  font: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  light: { background: '#f5f6f8', text: '#525c69' },
  dark: { background: '#101418', text: '#a9b4c0' },
} as const;

/** The Trusted Types policies of the portal's page: for the addresses of scripts, and for the HTML of customers' data. */
export const TRUSTED_TYPES_POLICIES = { script: 'portal-script', html: 'portal-html' } as const;

/**
 * A build that contains this file gives no plain text to the browser as code (`script.src`, `innerHTML`). The page
 * requires Trusted Types when all its builds have it.
 */
export const TRUSTED_TYPES_FILE = 'trusted-types.txt';
