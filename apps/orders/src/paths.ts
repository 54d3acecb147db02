import { useLocation } from 'react-router-dom';

/** The paths of the screens, as in `remote.json`; `orderPath` has that of one order. */
export const PATHS = { latest: '/', list: '/service-orders' };

/**
 * The path of an order's screen; undefined without a number, and for one that no URL can hold. Half of a surrogate pair cannot be
 * encoded, and browsers resolve `.` and `..` even if they are.
 */
export const orderPath = (orderNbr: string): string | undefined =>
  /\p{Cs}|^\.{0,2}$/u.test(orderNbr) ? undefined : `/service-order/${encodeURIComponent(orderNbr)}`;

/** The order number of the current address. The router's own parameter is decoded twice: it has a slash for `%252F`. */
export const useOrderNumber = (): string => {
  const [number = ''] = useLocation().pathname.split('/').filter(Boolean).slice(-1);
  try {
    return decodeURIComponent(number);
  } catch {
    return number;
  }
};

/** The `location.state` of an order's screen that the customer opened from the list. */
export const FROM_LIST = 'from-list';
