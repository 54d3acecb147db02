import type { I18n } from '@portal/texts';

/** The statuses that the portal translates. An ERP may have others, in any language. */
const STATUSES = new Set([
  /*i18n*/ 'Open',
  /*i18n*/ 'On Hold',
  /*i18n*/ 'Hold',
  /*i18n*/ 'In Process',
  /*i18n*/ 'Invoiced',
  /*i18n*/ 'Completed',
  /*i18n*/ 'Closed',
  /*i18n*/ 'Canceled',
]);

/** Translates a status; an unknown one stays as it is. */
export const statusIn = (status: string, i18n: I18n): string =>
  STATUSES.has(status) ? i18n.t(status) : status;
