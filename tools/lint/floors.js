/**
 * The floors of the server, the lowest first. A folder imports only from floors below its own; folders that are not
 * listed are not checked. docs/architecture.md says what each floor is for.
 */
export const FLOORS = {
  'apps/server/src': [
    ['database', 'language'],
    ['customers', 'limits'],
    ['config'],
    ['audit'],
    ['http'],
    ['orders', 'releases', 'upstream'],
    ['messages', 'page', 'telemetry'],
    ['import', 'preferences', 'sign-in'],
    ['erp'],
    ['commands', 'metrics'],
    ['doctor'],
    ['operator'],
    ['start'],
  ],
};
