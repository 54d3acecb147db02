import { createHmac } from 'node:crypto';
import type { Config } from '../config/config';
import { channelNames, type Channel } from '../customers/contact';
import { sameSecret } from '../config/secrets';

/** The customer and the channel that an unsubscribe link switches off. */
type Subscription = { customerId: string; channel: Channel };

/** The links in messages: screens open at CUSTOMER_URL, links that need no screen lead to PUBLIC_URL. */
export const createLinks = (
  { baseUrl, customerUrl }: Pick<Config, 'baseUrl' | 'customerUrl'>,
  key: Buffer,
) => {
  const orders = `${customerUrl}/service-orders`;

  /** A link works for one customer and channel only, and as long as SECRET_KEY does. */
  const sign = ({ customerId, channel }: Subscription) =>
    createHmac('sha256', key).update(`${channel}/${customerId}`).digest('base64url');

  return {
    /** The list for an order whose number no URL can hold: browsers resolve `.` and `..` even if they are encoded. */
    order: (orderNbr: string) =>
      /^\.{1,2}$/.test(orderNbr) ? orders : `${customerUrl}/service-order/${encodeURIComponent(orderNbr)}`,
    orders,
    preferences: `${customerUrl}/notification-preferences`,
    /** Its token is in the query, which is never logged. */
    unsubscribe: ({ customerId, channel }: Subscription) =>
      `${baseUrl}/unsubscribe?token=${channel}.${customerId}.${sign({ customerId, channel })}`,
    /** @returns undefined for a token that this portal did not sign */
    readUnsubscribe: (token: string): Subscription | undefined => {
      const [name, customerId = '', signature = ''] = token.split('.');
      const channel = channelNames.find((one) => one === name);
      const isSigned = channel && sameSecret(signature, sign({ customerId, channel }));
      return isSigned ? { customerId, channel } : undefined;
    },
  };
};

export type Links = ReturnType<typeof createLinks>;
