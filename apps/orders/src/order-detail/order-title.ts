import type { RouteParams } from '@portal/contract';

/** The heading of an order's screen, and the title of its page. */
export const orderTitle = ({ orderNbr = '' }: RouteParams): string => `Service Order ${orderNbr}`;
