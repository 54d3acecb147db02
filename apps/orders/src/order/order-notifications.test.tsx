import { act, screen, waitFor } from '@testing-library/react';
import type { JsonBodyType } from 'msw';
import { server, show } from '../testing/orders-page';

const EVENTS = { status: true, entries: true, isReached: true, mutedOrders: ['000018'] };

/** Opens an order of a customer with this choice of events. */
const open = (events: JsonBodyType, init?: ResponseInit, orderNbr = '000019') => {
  server.respond('*/notification-preferences/events', events, init);
  return show(`/service-order/${orderNbr}`);
};

const control = () => screen.findByRole('checkbox', { name: 'Notify me about this order' });

it('mutes an order at once, and unmutes it', async () => {
  const changes = server.recordBodies('*/orders/mute');
  const user = open(EVENTS);
  const box = await control();
  expect(box).toBeChecked();
  await user.click(box);
  expect(box).not.toBeChecked();
  await waitFor(() => expect(changes).toEqual([{ serviceOrderNbr: '000019', muted: true }]));
  await user.click(box);
  await waitFor(() => expect(changes[1]).toEqual({ serviceOrderNbr: '000019', muted: false }));
  expect(box).toBeChecked();
});

it('changes at once when it is pressed', async () => {
  open(EVENTS);
  const box = await control();
  // Without a task in between.
  act(() => box.click());
  expect(box).not.toBeChecked();
});

it('shows an order that is muted, and takes back a change that could not be saved', async () => {
  server.respond('*/orders/mute', '', { status: 500 });
  const user = open(EVENTS, {}, '000018');
  const box = await control();
  expect(box).not.toBeChecked();
  await user.click(box);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This could not be saved. Please try again later.',
  );
  expect(box).not.toBeChecked();
});

it.each([
  ['do not reach the customer', { ...EVENTS, isReached: false }, 200],
  ['are about nothing', { ...EVENTS, status: false, entries: false }, 200],
  ['cannot be chosen on this server', { success: false }, 404],
])('is absent when messages %s', async (_, events, status) => {
  open(events, { status });
  await screen.findByRole('button', { name: 'View as PDF / Print' });
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
});
