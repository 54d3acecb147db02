import type { Config } from '../platform/config/config';
import type { Key } from '../platform/crypto/secrets';

/** The links in messages: screens open at CUSTOMER_URL, links that need no screen lead to PUBLIC_URL. */
export const createLinks = ({ baseUrl, customerUrl }: Pick<Config, 'baseUrl' | 'customerUrl'>, key: Key) => {
  /** A link works for one customer only, and as long as the portal accepts the key that signed it. */
  const signed = (customerId: string) => `email/${customerId}`;

  return {
    order: (orderNbr: string) => `${customerUrl}/service-order/${encodeURIComponent(orderNbr)}`,
    orders: `${customerUrl}/service-orders`,
    preferences: `${customerUrl}/notification-preferences`,
    /** Ends mails to a customer. Its token is in the query, which is never logged. */
    unsubscribe: (customerId: string) =>
      `${baseUrl}/unsubscribe?token=email.${customerId}.${key.sign(signed(customerId))}`,
    /** @returns the customer; undefined for a token that this portal did not sign */
    readUnsubscribe: (token: string): string | undefined => {
      const [channel, customerId = '', signature = ''] = token.split('.');
      return channel === 'email' && key.verify(signed(customerId), signature) ? customerId : undefined;
    },
  };
};

export type Links = ReturnType<typeof createLinks>;
