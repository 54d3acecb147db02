import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { answer, fail } from '../testing/answer';
import { server } from '../testing/server';
import { show } from '../testing/show';
import { dateFormats } from '../values/date-formats';

const { calendarDate, moment } = dateFormats();

const ORDER = {
  ServiceOrderNbr: { value: '000019' },
  Description: { value: 'Boiler repair' },
  Status: { value: 'Completed' },
  Date: { value: '2026-03-04T00:00:00+00:00' },
  LastModifiedDateTime: { value: '2026-03-05T10:00:00+00:00' },
  events: [],
};

const factsOf = async () => {
  const summary = await screen.findByRole('region', { name: 'Order Summary' });
  const labels = within(summary).getAllByRole('term');
  const values = within(summary).getAllByRole('definition');
  return Object.fromEntries(labels.map((label, index) => [label.textContent, values[index]?.textContent]));
};

it('shows the order that the address names', async () => {
  show('/service-order/000069');
  expect(screen.getByRole('heading', { level: 1, name: 'Service Order 000069' })).toBeVisible();
  expect(await factsOf()).toMatchObject({ 'Order #': '000069', Status: 'In Process' });
});

it('asks for a number with any characters in it', async () => {
  const asked = jest.fn();
  server.use(
    http.get('*/serviceOrder/get', ({ request }) => {
      asked(new URL(request.url).searchParams.get('serviceOrderNbr'));
      return HttpResponse.json([ORDER]);
    }),
  );
  show(`/service-order/${encodeURIComponent('A/7 & 50%?')}`);
  expect(await screen.findByText('Boiler repair')).toBeVisible();
  expect(asked).toHaveBeenCalledWith('A/7 & 50%?');
});

it('sums the order up, with dates in the format of the user', async () => {
  answer('get', [ORDER]);
  show('/service-order/000019');
  expect(await factsOf()).toEqual({
    'Order #': '000019',
    Status: 'Completed',
    Date: calendarDate(ORDER.Date.value),
    'Last Modified': moment(ORDER.LastModifiedDateTime.value),
    Summary: 'Boiler repair',
  });
});

it('shows how far the order has come, and its log', async () => {
  answer('get', [{ ...ORDER, events: [{ summary: 'Part ordered' }] }]);
  show('/service-order/000019');
  const progress = within(await screen.findByRole('region', { name: 'Progress' }));
  expect(progress.getByRole('listitem', { current: 'step' })).toHaveTextContent('Completed');
  const log = within(screen.getByRole('region', { name: 'Event Log' }));
  expect(log.getByText('Part ordered')).toBeVisible();
});

test.each([
  ['absent', {}],
  ['empty', { ServiceOrderNbr: {}, Description: {}, Status: {}, Date: {}, LastModifiedDateTime: {} }],
  ['null', { Description: null, Status: { value: null }, Date: null }],
])('shows a dash for every value that is %s', async (_how, order) => {
  answer('get', [order]);
  show('/service-order/000019');
  expect(Object.values(await factsOf())).toEqual(['—', '—', '—', '—', '—']);
  expect(screen.getAllByRole('img', { name: 'not given' })).toHaveLength(5);
});

it('shows a date that cannot be read as it was given', async () => {
  answer('get', [{ ...ORDER, Date: 'next week' }]);
  show('/service-order/000019');
  expect(await factsOf()).toMatchObject({ Date: 'next week' });
});

it('leads back home, from wherever it got to', async () => {
  const user = show('/service-order/000069');
  const back = screen.getByRole('link', { name: 'Back to Home' });
  expect(back).toHaveAttribute('href', '/');
  await user.click(back);
  expect(screen.getByRole('heading', { level: 1, name: 'Latest Service Order' })).toBeVisible();
});

it('says when there is no such order', async () => {
  answer('get', []);
  show('/service-order/999999');
  expect(await screen.findByText('No service order found.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Home' })).toBeVisible();
});

it('says when loading failed, and tries again without losing the place of the keyboard', async () => {
  fail('get');
  const user = show('/service-order/000019');
  await screen.findByRole('alert');
  expect(screen.getByText('Failed to load service order.')).toBeVisible();
  answer('get', [ORDER]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Boiler repair')).toBeVisible();
  expect(document.body).not.toHaveFocus();
});
