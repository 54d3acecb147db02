import { screen, within } from '@testing-library/react';
import { EN, respond, show } from '../testing/orders-page';
import { formatDay, formatMoment } from '../values/dates';

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

test.each(['A+7/& 50%?#Ü', 'A%2F7', '%'])('loads the order with the number %j', async (number) => {
  const requests = respond('get', [ORDER]);
  show(`/service-order/${encodeURIComponent(number)}`);
  expect(await screen.findByRole('heading', { level: 2, name: 'Boiler repair' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(`Service Order ${number}`);
  expect(new URL(requests[0]?.url ?? '').searchParams.get('serviceOrderNbr')).toBe(number);
});

it('shows the order summary with dates in the user’s format', async () => {
  respond('get', [ORDER]);
  show('/service-order/000019');
  expect(await factsOf()).toEqual({
    'Order #': '000019',
    Status: 'Completed',
    Date: formatDay('2026-03-04', EN),
    'Last Modified': formatMoment(ORDER.LastModifiedDateTime.value, EN),
    Summary: 'Boiler repair',
  });
});

test.each([
  ['absent', {}],
  ['empty', { ServiceOrderNbr: {}, Description: {}, Status: {}, Date: {}, LastModifiedDateTime: {} }],
])('shows a dash for every value if values are %s', async (_how, order) => {
  respond('get', [order]);
  show('/service-order/000019');
  expect(Object.values(await factsOf())).toEqual(['—', '—', '—', '—', '—']);
  const summary = within(screen.getByRole('region', { name: 'Order Summary' }));
  expect(summary.getAllByRole('img', { name: 'not given' })).toHaveLength(5);
});

it('shows an unreadable date as it is', async () => {
  respond('get', [{ ...ORDER, Date: 'next week' }]);
  show('/service-order/000019');
  expect(await factsOf()).toMatchObject({ Date: 'next week' });
});

it('links back home', async () => {
  const user = show('/service-order/000069');
  const back = screen.getByRole('link', { name: 'Back to Home' });
  expect(back).toHaveAttribute('href', '/');
  await user.click(back);
  expect(screen.getByRole('heading', { level: 1, name: 'Latest Service Order' })).toBeVisible();
});

it('shows more facts if the operator added fields of the ERP', async () => {
  const details = [
    { label: 'Priority', value: 'High' },
    { label: 'Warranty until', value: '2027-03-04T00:00:00+00:00' },
    { label: 'Serial number', value: '4006381333931' },
  ];
  respond('get', [{ ...ORDER, details: { value: details } }]);
  show('/service-order/000019');
  expect(await factsOf()).toMatchObject({
    Priority: 'High',
    'Serial number': '4006381333931',
    'Warranty until': formatDay('2027-03-04', EN),
  });
});
