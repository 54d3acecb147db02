/**
 * An empty module, and an integrity that is not its own. The page's import map holds the two, so that the shell
 * can find out whether the browser keeps the map's word: older ones say nothing and run any module.
 */
export const MODULE_PROBE = {
  url: 'data:text/javascript,export%20{}',
  integrity: `sha384-${'A'.repeat(64)}`,
} as const;
