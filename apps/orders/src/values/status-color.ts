import type { ChipProps } from '@portal/theme';

export type StatusColor = NonNullable<ChipProps['color']>;

/** Specification section 4, "Status chip colours in the list". */
const COLORS: ReadonlyMap<string, StatusColor> = new Map([
  ['Open', 'primary'],
  ['Hold', 'warning'],
  ['In Process', 'info'],
  ['Invoiced', 'secondary'],
  ['Completed', 'success'],
]);

/** The colour of a status's chip; any status that the table does not name is `default`. */
export const statusColor = (status: string | undefined): StatusColor => COLORS.get(status ?? '') ?? 'default';
