import type { I18n } from '@portal/texts';
import type { ChipProps } from '@portal/theme';

type StatusColor = NonNullable<ChipProps['color']>;

/** The statuses that the portal translates, and the colors of their chips (specification section 4). */
const STATUSES: ReadonlyMap<string, StatusColor> = new Map([
  [/*i18n*/ 'Open', 'primary'],
  [/*i18n*/ 'On Hold', 'default'],
  [/*i18n*/ 'Hold', 'warning'],
  [/*i18n*/ 'In Process', 'info'],
  [/*i18n*/ 'Invoiced', 'secondary'],
  [/*i18n*/ 'Completed', 'success'],
  [/*i18n*/ 'Closed', 'default'],
  [/*i18n*/ 'Canceled', 'default'],
  [/*i18n*/ 'Cancelled', 'default'],
]);

/** Final statuses. Any other one, in any language, counts as open. */
const DONE = /^(?:cancell?ed|closed|completed?|done|finished|invoiced|rejected|resolved|void(?:ed)?)$/i;

/** The steps of an order (specification section 4). A status matches a step regardless of case. */
export const STEPS = ['Open', 'On Hold', 'Completed', 'Closed'] as const;

/** Translates a status; an unknown one stays as it is. */
export const statusIn = (status: string, i18n: I18n): string =>
  STATUSES.has(status) ? i18n.t(status) : status;

/** The color of a status chip; `default` for an unknown status. */
export const statusColor = (status: string | undefined): StatusColor =>
  STATUSES.get(status ?? '') ?? 'default';

/** Whether a status is final, regardless of case. */
export const isDone = (status: string | undefined): boolean => DONE.test(status ?? '');
