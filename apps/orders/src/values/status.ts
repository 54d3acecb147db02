import type { I18n } from '@portal/texts';

/** The statuses that the portal knows the words of. An ERP may have others, in any language. */
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

/** A status, in the customer's language if the portal knows its words. */
export const statusIn = (status: string, i18n: I18n): string =>
  STATUSES.has(status) ? i18n.t(status) : status;
