import { screen, within } from '@testing-library/react';
import { respond, show } from '../testing/orders-page';

const order = (nbr: string, modified: string, status = 'Open') => ({
  ServiceOrderNbr: { value: nbr },
  Status: { value: status },
  LastModifiedDateTime: { value: modified },
});

test.each(['/', '/my-service-order'])('%s shows the most recently modified order', async (path) => {
  show(path);
  expect(screen.getByRole('heading', { level: 1, name: 'Latest Service Order' })).toBeVisible();
  const summary = await screen.findByRole('region', { name: 'Order Summary' });
  expect(within(summary).getByText('000071')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Progress' })).toBeVisible();
  expect(await screen.findByRole('region', { name: 'Event Log' })).toBeVisible();
});

it('loads the latest order with a number, and shows the detail’s data, not the list’s', async () => {
  const withoutNumber = { LastModifiedDateTime: '2026-03-07T00:00:00Z' };
  const listed = [order('1', '2026-03-05T00:00:00Z'), order('2', '2026-03-06T00:00:00Z')];
  respond('list', [withoutNumber, ...listed]);
  const requests = respond('get', [order('2', '2026-03-06T00:00:00Z', 'Closed')]);
  show('/');
  const summary = await screen.findByRole('region', { name: 'Order Summary' });
  expect(await within(summary).findByText('Closed')).toBeVisible();
  expect(requests[0]?.url).toMatch(/serviceOrderNbr=2$/);
});

it.each([
  ['of others', 5, []],
  ['of all, even of the shown order', 1, [expect.stringMatching(/\s· 1 \/service-order\/1$/)]],
])('links to other orders that wait for the customer, and to the next visits %s', async (_, own, first) => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const visit = (days: number) => ({ summary: 'Visit', created_at: inDays(days) });
  const question = { status: 'Waiting for your answer', created_at: inDays(-1) };
  respond('list', [
    { ...order('1', inDays(-1)), events: [question, visit(own)] },
    { ...order('2', inDays(-2)), Description: 'Lift inspection', events: [visit(9)] },
    { ...order('3', inDays(-3)), Description: 'Boiler repair', events: [visit(3)] },
    { ...order('4', inDays(-4)), Description: 'New filters', events: [question] },
    ...['5', '6'].map((nbr) => ({ ...order(nbr, inDays(-5)), Description: 'Later', events: [visit(20)] })),
  ]);
  respond('get', [order('1', inDays(-1))]);
  show('/');
  const linksIn = async (name: string) =>
    within(await screen.findByRole('region', { name }))
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
  expect(await linksIn('Needs your answer')).toEqual(['New filters /service-order/4']);
  const links = [
    ...first,
    expect.stringMatching(/^\w+day, .+\s· Boiler repair \/service-order\/3$/),
    expect.stringMatching(/^\w+day, .+\s· Lift inspection \/service-order\/2$/),
    expect.stringMatching(/Later \/service-order\/[56]$/),
  ];
  expect(await linksIn('Upcoming')).toEqual(links.slice(0, 3));
});

it('links to no other orders if there is nothing to say', async () => {
  respond('list', [order('1', '2026-03-05T00:00:00Z'), order('2', '2026-03-04T00:00:00Z')]);
  respond('get', [order('1', '2026-03-05T00:00:00Z')]);
  show('/');
  await screen.findByRole('region', { name: 'Order Summary' });
  expect(screen.queryByText(/Needs your answer|Upcoming/)).not.toBeInTheDocument();
});

test.each([
  ['its detail is gone', () => respond('get', [])],
  ['it has no number', () => respond('list', [{ ServiceOrderNbr: {} }])],
])('shows that the order is not found if %s', async (_reason, prepare) => {
  prepare();
  show('/');
  expect(await screen.findByText('Service order not found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All Service Orders' })).toHaveAttribute('href', '/service-orders');
});
