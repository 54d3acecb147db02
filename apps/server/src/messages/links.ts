import { createHmac } from 'node:crypto';
import type { Config } from '../config';
import { channelNames, type Channel } from '../customers/contact';
import type { Keys } from '../keys';
import { sameSecret } from '../secrets';

interface Dependencies {
  config: Pick<Config, 'baseUrl' | 'customerUrl'>;
  keys: Pick<Keys, 'unsubscribe'>;
}

/** The customer and the channel that an unsubscribe link switches off. */
interface Subscription {
  customerId: string;
  channel: Channel;
}

/**
 * The links in messages. Screens open where customers know the portal, at CUSTOMER_URL; links that need no screen lead
 * to PUBLIC_URL.
 */
export const createLinks = ({ config: { baseUrl, customerUrl }, keys }: Dependencies) => {
  const orders = `${customerUrl}/service-orders`;

  /** A link works for one customer and channel only, and as long as SECRET_KEY does. */
  const sign = ({ customerId, channel }: Subscription) =>
    createHmac('sha256', keys.unsubscribe).update(`${channel}/${customerId}`).digest('base64url');

  return {
    /** Fills the code in. The fragment is not sent to any server. */
    signIn: (code: string) => `${customerUrl}/login#code=${code}`,
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
      const [name = '', customerId = '', signature = ''] = token.split('.');
      const channel = channelNames.find((known) => known === name);
      const isSigned = channel && sameSecret(signature, sign({ customerId, channel }));
      return isSigned ? { customerId, channel } : undefined;
    },
  };
};

export type Links = ReturnType<typeof createLinks>;
