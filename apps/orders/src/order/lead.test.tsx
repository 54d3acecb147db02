import { act, screen, waitFor, within } from '@testing-library/react';
import type { Brand } from '@portal/contract';
import { BRAND, respond, show } from '../testing/orders-page';

beforeEach(() => {
  jest.useFakeTimers({
    doNotFake: ['performance', 'queueMicrotask', 'setTimeout', 'setImmediate'],
    now: new Date(2026, 10, 30, 12),
  });
});
afterEach(() => jest.useRealTimers());

/** A time of the users' clock, as an ERP sends it. */
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();

const VISIT = {
  summary: 'Technician comes',
  created_by: 'Robert Okafor',
  created_at: at(33, 8),
  ends_at: at(33, 10),
};
const PART = { summary: 'Part ordered', created_by: 'Dana', created_at: at(29, 9) };
const QUESTION = {
  summary: 'Shall we fit the filter?',
  status: 'Waiting for your answer',
  created_at: at(28, 9),
  body: `<p>It costs <b>$40</b>.</p><ul><li>Yes</li><li>No</li></ul><script>alert(1)</script>${'more '.repeat(100)}`,
};

const open = async (order: object, brand: Brand = BRAND) => {
  respond('get', [{ ServiceOrderNbr: 'A/7', Description: 'Boiler repair', Status: 'Open', ...order }]);
  const user = show('/service-order/A%2F7', brand);
  await screen.findByRole('region', { name: 'Event Log' });
  const [first] = screen.getAllByRole('region');
  return { user, head: within(first as HTMLElement) };
};

const spaced = (text: string | null | undefined) => text?.replace(/\s/g, ' ').replace('\u2060', '');

it('says when the next visit is, who comes, and what for', async () => {
  const { head } = await open({
    events: [{ summary: 'Inspection', created_at: at(60, 8) }, PART, VISIT],
  });
  const visit = head.getByText(/^Thursday/).closest('p');
  expect(spaced(visit?.textContent)).toMatch(/^Thursday, December 3, 8:00 ?– ?10:00 AM · Robert Okafor$/);
  expect(head.getByText('Technician comes')).toBeVisible();
  expect(head.getByText(/^Next/).parentElement).toHaveTextContent('Next · in 3 days');
  expect(head.getAllByRole('button')).toHaveLength(1);
  expect(head.queryByText(/get in touch/)).not.toBeInTheDocument();
});

it('says so until the visit is over', async () => {
  const { head } = await open({ events: [{ ...VISIT, created_at: at(30, 11), ends_at: at(30, 13) }] });
  expect(head.getByText(/^Monday/)).toBeVisible();
  expect(head.queryByText('Latest')).not.toBeInTheDocument();
});

it('names another visit once this one is over', async () => {
  const { head } = await open({
    events: [
      VISIT,
      { ...VISIT, created_at: at(30, 11), ends_at: new Date(2026, 10, 30, 12, 30).toISOString() },
    ],
  });
  expect(head.getByText(/^Monday/)).toBeVisible();
  jest.setSystemTime(new Date(2026, 10, 30, 12, 30));
  act(() => jest.advanceTimersByTime(60_000));
  expect(head.getByText(/^Thursday/)).toBeVisible();
});

it('is in the time zone of the company, which it names', async () => {
  const visit = { ...VISIT, created_at: '2026-12-03T00:00:00Z', ends_at: '2026-12-03T01:30:00Z' };
  const { head } = await open({ events: [visit] }, { ...BRAND, timeZone: 'Asia/Kathmandu' });
  expect(spaced(head.getByText(/^Thursday/).textContent)).toBe(
    'Thursday, December 3, 5:45 – 7:15 AM GMT+5:45',
  );
  const log = within(screen.getByRole('region', { name: 'Event Log' }));
  expect(spaced(log.getByText(/5:45/).textContent)).toBe('Dec 3, 2026, 5:45 AM GMT+5:45');
});

it('says where the visit is', async () => {
  const { head } = await open({ events: [{ ...VISIT, location: '12 Elm Street' }] });
  expect(head.getByText('12 Elm Street')).toBeVisible();
});

it('offers one calendar entry for it', async () => {
  const files: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
    revokeObjectURL: () => undefined,
  });
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await open({ Date: at(40, 0), events: [VISIT] });
  await user.click(screen.getByRole('button', { name: 'Add to calendar' }));
  await waitFor(() => expect(clicked).toHaveBeenCalled());
  const lines = (await files[0]?.text())?.replaceAll('\r\n ', '').split('\r\n') ?? [];
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
  expect(lines).toContain('SUMMARY:Technician comes · A/7');
  expect(lines).toContain('URL:http://localhost/service-order/A%2F7');
  clicked.mockRestore();
});

it('shows first what waits for the customer, and links to it in the log', async () => {
  const { user, head } = await open(
    { events: [VISIT, PART, QUESTION] },
    { ...BRAND, support: { email: 'service@acme.example' } },
  );
  expect(head.getByText('Needs your answer')).toBeVisible();
  expect(head.getByText(/^It costs \$40\. Yes No (?:more )+/)).toHaveTextContent(/^.{400}…$/);
  expect(head.getByRole('link', { name: 'Ask about this order' })).toBeVisible();
  await user.click(head.getByRole('link', { name: 'Shall we fit the filter?' }));
  const entry = screen.getByRole('heading', { level: 3, name: 'Shall we fit the filter?' });
  expect(entry.closest('li')).toHaveFocus();
  screen.getByRole('button', { name: 'Refresh' }).focus();
  await user.click(head.getByRole('link', { name: 'Read all' }));
  expect(entry.closest('li')).toHaveFocus();
});

it('links to the latest event in the log', async () => {
  const { user, head } = await open({ events: [VISIT, PART] });
  const link = head.getByRole('link', { name: /^Part ordered · .+ · yesterday · Dana$/ });
  await user.click(link);
  const [, entry] = within(screen.getByRole('region', { name: 'Event Log' })).getAllByRole('listitem');
  expect(entry).toHaveFocus();
});

test.each([
  ['Open', 'We have your order and will get in touch about a date.'],
  ['COMPLETED', 'Done. Nothing more to do.'],
  ['Cancelled', 'This order was canceled.'],
])('with nothing planned, says in a sentence what %s means', async (Status, sentence) => {
  const { head } = await open({ Status, events: [PART] });
  expect(head.getByText(sentence)).toBeVisible();
});

it('does not add that it will get in touch when the customer has just chosen a date', async () => {
  const answer = {
    summary: 'Robert · Thursday',
    created_at: at(29, 9),
    answer: { question: 'q-1', received: true },
  };
  const { head } = await open({ Status: 'Open', events: [answer] });
  expect(head.getByText('We have received your answer.')).toBeVisible();
  expect(head.queryByText(/will get in touch/)).not.toBeInTheDocument();
});

it('prefers the operator’s sentences, for statuses of their own, too', async () => {
  const brand = {
    ...BRAND,
    statusTexts: { open: 'We call you today.', 'awaiting parts': 'A part is on its way.' },
  };
  const { head } = await open({ Status: 'Awaiting Parts' }, brand);
  expect(head.getByText('A part is on its way.')).toBeVisible();
});

it('says nothing about a status that it does not know', async () => {
  const { head } = await open({ Status: 'constructor' });
  expect(head.queryByText(/\.$/)).not.toBeInTheDocument();
});

it('keeps "yesterday" true past midnight', async () => {
  jest.setSystemTime(new Date(2026, 2, 4, 23, 50));
  const { head } = await open({
    events: [{ ...PART, created_at: new Date(2026, 2, 4, 9).toISOString() }],
  });
  const latest = () => head.getByRole('link', { name: /^Part ordered/ });
  expect(latest()).toHaveTextContent(/today/);
  act(() => jest.advanceTimersByTime(11 * 60_000));
  expect(latest()).toHaveTextContent(/yesterday/);
});
