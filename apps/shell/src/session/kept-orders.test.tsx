import { useServiceOrder, useServiceOrders } from '@portal/api';
import { keptOrdersKey } from '@portal/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { openPortal, openScreen, remoteShows } from '../testing/portal';
import { nobodySignedIn, server } from '../testing/server';
import type { KeptOrders } from './keep-orders';
import { offerKeeping } from './kept-orders';

const KEY = keptOrdersKey('');

const LIST = [
  {
    ServiceOrderNbr: { value: '7' },
    Description: { value: 'Pump' },
    LastModifiedDateTime: '2026-03-01T10:00Z',
  },
  {
    ServiceOrderNbr: '8',
    Description: 'Boiler',
    Status: 'Open',
    LastModifiedDateTime: '2026-03-05T10:00:00Z',
  },
];

const EVENT = {
  summary: 'Checked',
  body: '<style>p { color: red }</style><p>All&nbsp;\ntight.<br>See &lt;b&gt;</p><script>steal()</script><p>Bye</p>',
  created_by: 'Dana',
  created_at: '2026-03-04T12:34:00Z',
};

const Order = () => <h1>{useServiceOrder('8').data?.Description}</h1>;
const Orders = () => <h1>{useServiceOrders().data?.length} orders</h1>;

const signedIn = (name: string) =>
  server.use(
    http.get('/auth-check', () =>
      HttpResponse.json({ success: true, customer: { name, contacts: { email: null, phone: null } } }),
    ),
  );

const kept = (): KeptOrders | null => JSON.parse(localStorage.getItem(KEY) ?? 'null') as KeptOrders | null;

const choice = () => screen.findByRole('checkbox', { name: 'Keep on this device' });

beforeEach(() => {
  Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
  offerKeeping({ basePath: '', offlinePage: true });
  remoteShows('orders', '/service-orders', Orders);
  remoteShows('notification-preferences', '/notification-preferences', Order);
  signedIn('Ann');
  server.use(
    http.get('/serviceOrder/list', () => HttpResponse.json(LIST)),
    http.get('/serviceOrder/get', () => HttpResponse.json([{ ...LIST[1], events: [EVENT] }])),
  );
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  offerKeeping({ basePath: '' });
});

/** Opens the list and an order, and keeps both. */
const keep = async () => {
  const user = await openScreen('/service-orders', '2 orders');
  expect(kept()).toBeNull();
  await user.click(await choice());
  expect(await choice()).toBeChecked();
  await user.click(screen.getByRole('link', { name: 'Notifications' }));
  await screen.findByRole('heading', { name: 'Boiler' });
  await waitFor(() => expect(kept()?.orders[0]?.events).toBeDefined());
  return user;
};

it('keeps the list and the opened orders as text, newest first, only after the customer chose it', async () => {
  await keep();
  expect(kept()?.orders).toEqual([
    {
      number: '8',
      description: 'Boiler',
      status: 'Open',
      modified: '2026-03-05T10:00:00Z',
      events: [
        { summary: 'Checked', author: 'Dana', at: '2026-03-04T12:34:00Z', text: 'All tight.\nSee <b>\nBye' },
      ],
    },
    { number: '7', description: 'Pump', modified: '2026-03-01T10:00Z' },
  ]);
});

it('keeps the events of an order that was opened earlier, and drops an order that the customer no longer has', async () => {
  await keep();
  server.use(http.get('/serviceOrder/list', () => HttpResponse.json([LIST[1]])));
  cleanup();
  await openScreen('/service-orders', '1 orders');
  await waitFor(() => expect(kept()?.orders).toHaveLength(1));
  expect(kept()?.orders[0]?.events).toHaveLength(1);
});

it.each<[string, (user: ReturnType<typeof openPortal>) => Promise<unknown>]>([
  ['switching it off', async (user) => user.click(await choice())],
  ['a logout', (user) => user.click(screen.getByRole('button', { name: 'Logout' }))],
  [
    'the end of the session',
    async (user) => {
      server.use(http.get('/serviceOrder/list', () => new HttpResponse(null, { status: 401 })));
      await user.click(screen.getByRole('link', { name: 'All Service Orders' }));
    },
  ],
  [
    'a start without a session',
    async () => {
      nobodySignedIn();
      cleanup();
      openPortal('/service-orders');
    },
  ],
  [
    'another customer',
    async () => {
      signedIn('Ben');
      cleanup();
      openPortal('/service-orders');
    },
  ],
])('%s deletes everything', async (_, act) => {
  await act(await keep());
  await waitFor(() => expect(localStorage.getItem(KEY)).toBeNull());
});

it('a failed auth check deletes nothing', async () => {
  await keep();
  server.use(http.get('/auth-check', () => HttpResponse.error()));
  cleanup();
  openPortal('/service-orders');
  await screen.findByRole('heading', { name: 'Sign in' });
  expect(kept()?.orders).toHaveLength(2);
});

it('offers nothing where the server has no offline page', async () => {
  offerKeeping({ basePath: '' });
  await openScreen('/service-orders', '2 orders');
  expect(screen.queryByRole('checkbox', { name: 'Keep on this device' })).not.toBeInTheDocument();
});
