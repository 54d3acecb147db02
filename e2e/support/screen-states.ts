import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WORKSPACE } from './directories';

interface Order {
  ServiceOrderNbr: { value: string };
  events?: object[];
}
interface DemoCustomer {
  orders: [Order, ...Order[]];
}

const demo = JSON.parse(await readFile(join(WORKSPACE, 'apps/server/demo/customers.json'), 'utf8')) as [
  DemoCustomer,
  ...DemoCustomer[],
];
const { orders } = demo[0];
const [order] = orders;

const times = <T>(count: number, of: readonly T[]): T[] =>
  Array.from({ length: count }, (_, index) => of[index % of.length]).filter((item) => item !== undefined);

const many = times(240, orders).map((one, index) => ({
  ...one,
  ServiceOrderNbr: { value: String(1000 - index).padStart(6, '0') },
}));
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
/** Every 40th order asks, and every 40th has a visit: six of each. */
const ahead = many.map((one, index) => ({
  ...one,
  events: [],
  ...(index % 40 === 7 && {
    Status: { value: 'On Hold' },
    events: [
      {
        summary: 'Approve the quote of $ 1,240.00',
        created_at: inDays(-1 - index),
        status: 'Waiting for you',
        asks: { id: `q-${index}`, choices: [{ id: 'yes', label: 'Approve' }] },
      },
    ],
  }),
  ...(index % 40 === 3 && {
    Status: { value: 'Open' },
    events: [
      {
        summary: 'Yearly check',
        location: 'Station Square 9',
        created_at: inDays(index),
        ends_at: inDays(index + 0.1),
        status: 'Planned',
      },
    ],
  }),
}));
const LONG =
  'Annual maintenance of the heating system in the main building, including the exchange of both circulation pumps and the flue gas measurement';
const manyEvents = {
  ...order,
  Description: { value: LONG },
  Status: { value: 'Waiting for Permit' },
  events: [
    { summary: 'Visit', created_at: '2026-03-12T09:00:00Z', status: 'Planned', body: '<p>Robert comes.</p>' },
    ...times(80, order.events ?? []),
  ],
};
const asking = {
  ...order,
  takesMessages: true,
  events: [
    {
      summary: 'Please approve the quote',
      body: '<p>Our <a href="https://example.com/quote.pdf">quote</a> is 470.50.</p>',
      created_at: '2026-03-10T09:00:00Z',
      asks: {
        id: 'q-1',
        choices: [
          { id: 'yes', label: 'Approve' },
          { id: 'visit', label: 'Talk about it', at: '2026-03-12T09:00:00Z', until: '2026-03-12T10:00:00Z' },
        ],
        text: true,
        files: true,
        due: '2026-03-11T09:00:00Z',
      },
    },
  ],
};
const bare = { ServiceOrderNbr: order.ServiceOrderNbr, events: [{}] };

const customer = {
  name: 'Ann Example',
  contacts: { email: 'a•••@example.com', phone: '+1 ••• •••-0123' },
};
const preferences = { email: true, sms: false, contacts: customer.contacts };
const sent = { success: true, message: 'If we know this address, a code is on its way.' };

const session = (id: string, device: string, lastUsedAt: string) => ({
  id,
  device,
  country: 'United States',
  isCurrent: id === '1',
  lastUsedAt,
});

/** The answers of calls by path; a number is the status of a failure. */
type Answers = Record<string, unknown>;

/** The answers to a customer who is signed in. */
const SIGNED_IN: Answers = {
  '/auth-check': { success: true, customer },
  '/serviceOrder/list': orders.slice(0, 3),
  '/serviceOrder/get': [order],
  '/serviceOrder/get-notification-status': preferences,
  '/serviceOrder/update-notification-status': { success: true },
  '/notification-preferences/events': {
    status: true,
    entries: true,
    isReached: true,
    mutedOrders: ['000018'],
  },
  '/sessions': [
    session('1', 'Chrome on Windows', '2026-03-05T10:00:00Z'),
    session('2', 'Safari on iPhone', '2026-03-05T08:00:00Z'),
  ],
};
const SIGNED_OUT: Answers = { '/auth-check': 401, '/customer-login/email': sent };

/** How to bring a screen into a state. */
export interface ScreenState {
  path: string;
  answers?: Answers;
  /** A remote whose files do not arrive. */
  lost?: string;
  /** Actions of the customer, or events. */
  act?: (page: Page) => Promise<unknown>;
}

const offline = async (page: Page) => {
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page
    .getByText(/^You are offline\./)
    .first()
    .waitFor();
};
const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click();
const askForCode = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Email' }).fill('ann@example.com');
  await press('Send Code')(page);
};
const enterCode = async (page: Page) => {
  await askForCode(page);
  await page.getByRole('textbox', { name: 'Access Code' }).fill('123456');
  await press('Verify & Login')(page);
};

const get = (answer: unknown): Answers => ({ '/serviceOrder/get': answer });
const list = (answer: unknown): Answers => ({ '/serviceOrder/list': answer });

/** Every screen in every state that a customer may see. */
export const SCREENS: Record<string, Record<string, ScreenState>> = {
  'sign-in': {
    typical: { path: '/login' },
    phone: { path: '/login', act: press('Phone') },
    error: { path: '/login', answers: { '/customer-login/email': 429 }, act: askForCode },
    offline: { path: '/login', act: (page) => offline(page).then(() => askForCode(page)) },
  },
  verify: {
    typical: { path: '/login', act: askForCode },
    error: {
      path: '/login',
      answers: { '/customer-login/email/verify': { success: false, message: 'Invalid code' } },
      act: enterCode,
    },
  },
  latest: {
    typical: { path: '/' },
    ahead: { path: '/', answers: list(ahead) },
    empty: { path: '/', answers: list([]) },
    error: { path: '/', answers: list(500) },
  },
  order: {
    typical: { path: '/service-order/000019' },
    many: { path: '/service-order/000019', answers: get([manyEvents]) },
    picture: {
      path: '/service-order/000019',
      act: (page) => press('The pressure is 1.1 bar')(page).then(() => page.getByRole('dialog').waitFor()),
    },
    question: { path: '/service-order/000019', answers: get([asking]), act: press('Send answer') },
    message: {
      path: '/service-order/000019',
      answers: get([{ ...order, takesMessages: true }]),
      act: press('Ask about this order'),
    },
    empty: { path: '/service-order/none', answers: get([]) },
    missing: { path: '/service-order/000019', answers: get([bare]) },
    error: { path: '/service-order/000019', answers: get(500) },
    offline: { path: '/service-order/000019', act: offline },
  },
  list: {
    typical: { path: '/service-orders' },
    many: { path: '/service-orders', answers: list(many) },
    ahead: { path: '/service-orders', answers: list(ahead) },
    waiting: { path: '/service-orders?show=waiting', answers: list(ahead) },
    search: { path: '/service-orders?q=boiler&show=open', answers: list(many) },
    nothing: { path: '/service-orders?q=nothing', answers: list(many) },
    empty: { path: '/service-orders', answers: list([]) },
    missing: { path: '/service-orders', answers: list([bare, {}, ...orders.slice(0, 2)]) },
    error: { path: '/service-orders', answers: list(500) },
    offline: { path: '/service-orders', act: offline },
  },
  preferences: {
    typical: { path: '/notification-preferences' },
    saved: { path: '/notification-preferences', act: press('Save Preferences') },
    missing: {
      path: '/notification-preferences',
      answers: {
        '/serviceOrder/get-notification-status': {
          email: false,
          sms: false,
          contacts: { email: null, phone: null },
        },
      },
    },
    error: {
      path: '/notification-preferences',
      answers: { '/serviceOrder/get-notification-status': 500 },
    },
    offline: { path: '/notification-preferences', act: offline },
  },
  'not-found': { typical: { path: '/nowhere' } },
  unavailable: {
    error: { path: '/notification-preferences', lost: 'notification-preferences' },
  },
};

/** Has the browser answer all calls of a page as they are in a state. */
export const answerCalls = async (page: Page, { path, answers, lost }: ScreenState): Promise<void> => {
  const all = { ...(path === '/login' ? SIGNED_OUT : SIGNED_IN), ...answers };
  for (const [call, answer] of Object.entries(all))
    await page.route(
      ({ pathname }) => pathname === call,
      (route) => route.fulfill(typeof answer === 'number' ? { status: answer, json: {} } : { json: answer }),
    );
  if (lost) await page.route(`**/releases/${lost}/**`, (route) => route.abort());
};
