import type { Config } from '../platform/config/config';
import { channelNames, type Channel } from '../platform/contact/contact';
import type { Key } from '../platform/crypto/secrets';

/** The customer and the channel that an unsubscribe link switches off. */
type Subscription = { customerId: string; channel: Channel };

/** The links in messages: screens open at CUSTOMER_URL, links that need no screen lead to PUBLIC_URL. */
export const createLinks = ({ baseUrl, customerUrl }: Pick<Config, 'baseUrl' | 'customerUrl'>, key: Key) => {
  /** A link works for one customer and channel only, and as long as the portal accepts the key that signed it. */
  const signed = ({ customerId, channel }: Subscription) => `${channel}/${customerId}`;

  return {
    order: (orderNbr: string) => `${customerUrl}/service-order/${encodeURIComponent(orderNbr)}`,
    orders: `${customerUrl}/service-orders`,
    preferences: `${customerUrl}/notification-preferences`,
    /** Its token is in the query, which is never logged. */
    unsubscribe: ({ customerId, channel }: Subscription) =>
      `${baseUrl}/unsubscribe?token=${channel}.${customerId}.${key.sign(signed({ customerId, channel }))}`,
    /** @returns undefined for a token that this portal did not sign */
    readUnsubscribe: (token: string): Subscription | undefined => {
      const [name, customerId = '', signature = ''] = token.split('.');
      const channel = channelNames.find((one) => one === name);
      const isSigned = channel && key.verify(signed({ customerId, channel }), signature);
      return isSigned ? { customerId, channel } : undefined;
    },
  };
};

export type Links = ReturnType<typeof createLinks>;
