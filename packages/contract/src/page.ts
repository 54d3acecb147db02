/** What the server writes into the portal's page, and the shell looks for. */

/** The id of the element that holds the boot document. */
export const BOOT_ELEMENT_ID = 'portal-boot';

/** The fixed names of the color mode (specification section 4). The page reads them before the first paint. */
export const COLOR_MODE = {
  modeStorageKey: 'mui-mode',
  colorSchemeStorageKey: 'mui-color-scheme',
  attribute: 'data-mui-color-scheme',
  defaultLightColorScheme: 'light',
  defaultDarkColorScheme: 'dark',
} as const;

/** What the page paints before the shell starts looks like the shell's theme; `text` is that of secondary text. */
export const FIRST_PAINT = {
  font: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  light: { background: '#f5f6f8', text: '#525c69' },
  dark: { background: '#101418', text: '#a9b4c0' },
} as const;

/**
 * An empty module with a wrong integrity. The page's import map contains both, so that the shell can find out whether
 * the browser checks the map's integrity: older browsers run any module.
 */
export const MODULE_PROBE = {
  url: 'data:text/javascript,export%20{}',
  integrity: `sha384-${'A'.repeat(64)}`,
} as const;

/**
 * A shell that contains this file asks for the versions of a remote when it needs them. A page whose shells all have it
 * lists most remotes by their summary alone. A file, because servers of any age accept one more.
 */
export const SUMMARIES_FILE = 'remote-summaries.txt';

/** The Trusted Types policies of the portal's page: for the addresses of scripts, and for the HTML of customers' data. */
export const TRUSTED_TYPES_POLICIES = { script: 'portal-script', html: 'portal-html' } as const;

/**
 * A build that contains this file gives no plain text to the browser as code (`script.src`, `innerHTML`). The page
 * requires Trusted Types when all its builds have it. A file, because servers of any age accept one more.
 */
export const TRUSTED_TYPES_FILE = 'trusted-types.txt';

/**
 * What the shell asks of the portal's own page, as events of the document: `builtIns` adds the changes of built-ins to
 * its `detail` and undoes them; `beat` names the version that runs, or null: if no other beat follows, the page's worker
 * reports that version; `listening` adds a promise to its `detail`, which resolves when the worker hears beats.
 */
export const PAGE_EVENTS = {
  builtIns: 'portal-built-ins',
  beat: 'portal-beat',
  listening: 'portal-listening',
} as const;

/** Before the name and version that a browser leaves, in its storage. The value is the time of its fault. */
export const LEFT_MARK = 'portal-left:';
