/**
 * The levels of the shell and the server, the lowest first. A folder imports from its own level's folder, and from levels
 * below it; the files at the root, and the server's `start`, import from all. docs/architecture.md says what each room is for.
 */
export const LEVELS = {
  'apps/shell/src': [['page'], ['session'], ['remotes'], ['frame'], ['start'], ['embedded']],
  'apps/server/src': [
    ['platform'],
    ['identity/customers', 'orders/records', 'portal', 'gateway'],
    ['messages'],
    ['identity', 'orders'],
    ['operations'],
  ],
  'apps/server/src/platform': [
    ['database', 'language', 'contact'],
    ['limits'],
    ['config'],
    ['crypto', 'audit'],
    ['http'],
    ['jobs'],
  ],
};
