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

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const YESTERDAY = inDays(-1);
const question = (summary?: string) => ({ summary, status: 'Waiting for you', created_at: YESTERDAY });

const linesIn = async (name: string) => {
  const section = await screen.findByRole('region', { name });
  return within(section)
    .getAllByRole('listitem')
    .map((line) => `${line.textContent} ${within(line).getByRole('link').getAttribute('href')}`);
};

it('links to the questions of all orders, and to the next visits, at most three of each', async () => {
  const at = (day: number) => `${new Date().getFullYear() + 1}-12-0${day}T09:00:00Z`;
  const visit = (day: number) => ({
    summary: 'Yearly check',
    created_at: at(day),
    ends_at: at(day).replace('09', '11'),
    location: `Church Hill ${day}`,
  });
  respond('list', [
    { ...order('1', inDays(-1)), Description: 'Boiler', events: [question('Approve the quote'), visit(4)] },
    { ...order('2', inDays(-2)), Description: 'Lift', events: [question(), visit(3)] },
    ...['3', '4'].map((nbr) => ({
      ...order(nbr, inDays(-Number(nbr))),
      events: [question(`Question ${nbr}`)],
    })),
    { ...order('5', inDays(-5)), Description: 'Gutter', events: [{ ...visit(2), location: undefined }] },
  ]);
  respond('get', [order('1', inDays(-1))]);
  show('/');
  expect(await linesIn('Needs your answer (4)')).toEqual([
    'Approve the quoteBoiler /service-order/1',
    'Lift /service-order/2',
    'Question 33 /service-order/3',
  ]);
  const year = new Date().getFullYear() + 1;
  const day = (date: number) => new RegExp(`^\\w{3}, Dec ${date}, ${year}9:00\\s–\u2060\\s11:00\\sAM`);
  const visits = await linesIn('Upcoming (3)');
  expect(visits).toEqual([2, 3, 4].map((date) => expect.stringMatching(day(date))));
  expect(visits[0]).toMatch(/AMGutterYearly check \/service-order\/5$/);
  expect(visits[1]).toMatch(/AMLiftChurch Hill 3 \/service-order\/2$/);
  // Three of three are all.
  expect(screen.getByRole('link', { name: /^Show all/ })).toHaveTextContent('Show all 4');
  expect(screen.getByRole('link', { name: /^Show all/ })).toHaveAttribute(
    'href',
    '/service-orders?show=waiting',
  );
});

it('links to no orders if only the shown one has a question and a visit', async () => {
  const only = {
    ...order('1', inDays(-1)),
    events: [question('Approve the quote'), { created_at: inDays(5) }],
  };
  respond('list', [only, order('2', inDays(-2))]);
  respond('get', [only]);
  show('/');
  await screen.findByRole('region', { name: 'Order Summary' });
  expect(screen.queryByText(/^(?:Needs your answer|Upcoming) /)).not.toBeInTheDocument();
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
