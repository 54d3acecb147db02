import type { calls } from '@portal/api/wire';

type Calls = typeof calls;

const CONTACTS = { email: 'a•••@example.com', phone: '•••• 0123' };

/** The number of the sample order. */
export const SAMPLE_ORDER_NBR = '000019';

const order = (nbr: string) => ({
  ServiceOrderNbr: { value: nbr },
  Description: { value: 'Boiler repair' },
  Status: { value: 'Open' },
  Date: { value: '2026-03-04T00:00:00+00:00' },
  LastModifiedDateTime: { value: '2026-03-05T10:00:00+00:00' },
});

const EVENTS = [
  {
    summary: 'Visit on site',
    body: '<p>The pump was <b>exchanged</b>.</p>',
    created_by: 'Dana Fox',
    created_at: '2026-03-04T12:34:00Z',
    status: 'Done',
  },
  { summary: 'Part ordered', body: '<p>Expected on 9 March.</p>', created_at: '2026-03-03T10:00:00Z' },
];

const done = () => ({ success: true, message: 'Done.' });

/** A customer with two orders. Any order that is asked for exists. */
const samples: Record<Calls[keyof Calls]['path'], (query: URLSearchParams) => unknown> = {
  '/auth-check': () => ({ success: true, customer: { name: 'Ann Example', contacts: CONTACTS } }),
  '/serviceOrder/list': () => [order(SAMPLE_ORDER_NBR), order('000018')],
  '/serviceOrder/get': (query) => [
    { ...order(query.get('serviceOrderNbr') ?? SAMPLE_ORDER_NBR), events: EVENTS },
  ],
  '/serviceOrder/get-notification-status': () => ({ email: true, sms: false, contacts: CONTACTS }),
  '/serviceOrder/update-notification-status': done,
  // One path reads and saves.
  '/notification-preferences/events': () => ({
    ...done(),
    status: true,
    entries: true,
    isReached: true,
    mutedOrders: [],
  }),
  '/notification-preferences/test': done,
  '/orders/mute': done,
  '/orders/answer': done,
  '/orders/answer/files': () => ({ id: '1', name: 'pump.jpg', size: 123_456 }),
  '/customer-login/email': done,
  '/customer-login/phone': done,
  '/customer-login/email/verify': done,
  '/customer-login/phone/verify': done,
  '/language': done,
  '/sessions': () => [
    {
      id: '1',
      device: 'Chrome on Windows',
      country: null,
      isCurrent: true,
      lastUsedAt: '2026-03-05T10:00:00Z',
    },
  ],
  '/sessions/end': done,
  '/logout': done,
};

/** The answers to the portal's own calls, by path. */
export const SAMPLE_CALLS: Readonly<Record<string, (query: URLSearchParams) => unknown>> = samples;
