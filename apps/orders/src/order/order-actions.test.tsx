import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { Brand } from '@portal/contract';
import { respond, BRAND, fail, show } from '../testing/orders-page';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const SUPPORT = {
  email: 'service@acme.example',
  phone: '+1 (202) 555-0123',
  url: 'https://acme.example/help',
};

const open = (order: object, brand: Brand = BRAND) => {
  respond('get', [{ ServiceOrderNbr: 'A/7', Description: 'Boiler repair', ...order }]);
  return show('/service-order/A%2F7', brand);
};

it('offers the configured ways to ask about an order', async () => {
  open({}, { ...BRAND, support: SUPPORT });
  const card = within(await screen.findByRole('region', { name: 'Questions about this order?' }));
  const href = (name: string) => card.getByRole('link', { name }).getAttribute('href');
  expect(href('Ask about this order')).toBe(
    'mailto:service@acme.example?subject=Question%20about%20order%20A%2F7',
  );
  expect(href('Call +1 (202) 555-0123')).toBe('tel:+12025550123');
  expect(href('Help')).toBe('https://acme.example/help');
});

it('offers no way to ask if none is configured, and names no order without a number', async () => {
  open({});
  const card = within(await screen.findByRole('region', { name: 'Keep a copy' }));
  expect(card.getByRole('button', { name: 'View as PDF / Print' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Ask|Call|Help/ })).not.toBeInTheDocument();
  cleanup();
  open({ ServiceOrderNbr: undefined }, { ...BRAND, support: SUPPORT });
  const link = await screen.findByRole('link', { name: 'Ask us' });
  expect(link).toHaveAttribute('href', 'mailto:service@acme.example');
});

it('offers help when an order fails to load', async () => {
  fail('get');
  show('/service-order/A%2F7', { ...BRAND, support: SUPPORT });
  const failure = within(await screen.findByRole('alert'));
  expect(failure.getByRole('link', { name: 'Ask about this order' })).toBeVisible();
});

it('writes upcoming dates to a calendar file', async () => {
  const files: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
    revokeObjectURL: () => undefined,
  });
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const day = inDays(20).slice(0, 10);
  const user = open({
    Date: inDays(-3),
    events: [
      { summary: 'Technician comes; with parts', created_at: inDays(2) },
      { summary: 'Part arrives', created_at: day },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Add to calendar' }));
  await waitFor(() => expect(clicked).toHaveBeenCalled());
  const lines = (await files[0]?.text())?.replaceAll('\r\n ', '').split('\r\n') ?? [];
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
  expect(lines).toContain('SUMMARY:Technician comes\\; with parts · A/7');
  expect(lines).toContain(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`);
  clicked.mockRestore();
});

it('offers no calendar file without an upcoming date', async () => {
  open({ Date: inDays(-3), events: [{ summary: 'Part ordered', created_at: inDays(-1) }] });
  await screen.findByRole('button', { name: 'View as PDF / Print' });
  expect(screen.queryByRole('button', { name: 'Add to calendar' })).not.toBeInTheDocument();
});

it('shows the latest and the next event', async () => {
  open({
    events: [
      { summary: 'Technician comes', created_at: inDays(3) },
      { summary: 'Part ordered', created_at: inDays(-1), created_by: 'Dana' },
    ],
  });
  const summary = within(await screen.findByRole('region', { name: 'Order Summary' }));
  expect(summary.getByText('Part ordered').closest('p')).toHaveTextContent(
    /^Latest ?Part ordered · .+ · yesterday · Dana$/,
  );
  expect(summary.getByText('Technician comes').closest('p')).toHaveTextContent(/in 3 days/);
});

it('keeps "yesterday" true past midnight', async () => {
  jest.useFakeTimers({
    doNotFake: ['performance', 'queueMicrotask', 'setTimeout', 'setImmediate'],
    now: new Date(2026, 2, 4, 23, 50),
  });
  open({ events: [{ summary: 'Part ordered', created_at: new Date(2026, 2, 4, 9).toISOString() }] });
  const summary = within(await screen.findByRole('region', { name: 'Order Summary' }));
  const latest = () => summary.getByText('Part ordered').closest('p');
  expect(latest()).toHaveTextContent(/today/);
  act(() => jest.advanceTimersByTime(11 * 60_000));
  expect(latest()).toHaveTextContent(/yesterday/);
  jest.useRealTimers();
});

it('prints with a letterhead, in the light scheme', async () => {
  const print = (type: string) => act(() => void window.dispatchEvent(new Event(type)));
  const scheme = () => document.documentElement.getAttribute('data-mui-color-scheme');
  open({});
  await screen.findByRole('button', { name: 'View as PDF / Print' });
  document.documentElement.setAttribute('data-mui-color-scheme', 'dark');
  expect(screen.queryByText(/^Printed on/)).not.toBeInTheDocument();
  print('beforeprint');
  expect(screen.getByText(/^Printed on/)).toBeVisible();
  expect(screen.getByText(BRAND.name)).toBeVisible();
  expect(scheme()).toBe('light');
  print('afterprint');
  expect(scheme()).toBe('dark');
});
