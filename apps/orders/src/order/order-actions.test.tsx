import { act, cleanup, screen, within } from '@testing-library/react';
import type { Brand } from '@portal/contract';
import { respond, BRAND, fail, show } from '../testing/orders-page';

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
  await screen.findByRole('button', { name: 'View as PDF / Print' });
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(href('Ask about this order')).toBe(
    'mailto:service@acme.example?subject=Question%20about%20order%20A%2F7',
  );
  expect(href('Call +1 (202) 555-0123')).toBe('tel:+12025550123');
  expect(href('Help')).toBe('https://acme.example/help');
});

it('offers no way to ask if none is configured, and names no order without a number', async () => {
  open({});
  expect(await screen.findByRole('button', { name: 'View as PDF / Print' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Ask|Call|Help/ })).not.toBeInTheDocument();
  cleanup();
  open({ ServiceOrderNbr: undefined }, { ...BRAND, support: SUPPORT });
  const link = await screen.findByRole('link', { name: 'Ask us' });
  expect(link).toHaveAttribute('href', 'mailto:service@acme.example');
});

it('offers the ways to ask once, with a question', async () => {
  const events = [{ summary: 'Shall we fit the filter?', status: 'Waiting for your answer' }];
  open({ Status: 'Open', events }, { ...BRAND, support: SUPPORT });
  const question = await screen.findByRole('heading', { name: 'Needs your answer' });
  const link = screen.getByRole('link', { name: 'Ask about this order' });
  expect(question.parentElement).toContainElement(link);
});

it('offers help when an order fails to load', async () => {
  fail('get');
  show('/service-order/A%2F7', { ...BRAND, support: SUPPORT });
  const failure = within(await screen.findByRole('alert'));
  expect(failure.getByRole('link', { name: 'Ask about this order' })).toBeVisible();
});

it('prints with a letterhead', async () => {
  const print = (type: string) => act(() => void window.dispatchEvent(new Event(type)));
  open({});
  await screen.findByRole('button', { name: 'View as PDF / Print' });
  expect(screen.queryByText(/^Printed on/)).not.toBeInTheDocument();
  print('beforeprint');
  expect(screen.getByText(/^Printed on/)).toBeVisible();
  expect(screen.getByText(BRAND.name)).toBeVisible();
  print('afterprint');
  expect(screen.queryByText(/^Printed on/)).not.toBeInTheDocument();
});
