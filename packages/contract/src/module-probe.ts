/**
 * An empty module with a wrong integrity. The page's import map contains both, so that the shell can find out whether
 * the browser checks the map's integrity: older browsers run any module.
 */
export const MODULE_PROBE = {
  url: 'data:text/javascript,export%20{}',
  integrity: `sha384-${'A'.repeat(64)}`,
} as const;
