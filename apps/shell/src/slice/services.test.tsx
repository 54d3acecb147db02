import { useBadge, useLinkTo, useNotify, useSettings } from '@portal/remote/runtime';
import { screen, waitFor } from '@testing-library/react';
import { useState, type ComponentType } from 'react';
import * as v from 'valibot';
import { openScreen, remoteShows } from '../testing/portal';
import { login, ordersWith, preferences, registryOf } from '../testing/registry';

// The first import of a chunk takes longer than a test waits.
beforeAll(() => import('./message-bar'));

/** Opens a screen of the orders. */
const show = async (Component: ComponentType, extras: Parameters<typeof ordersWith>[0] = {}) => {
  remoteShows('orders', '/service-orders', () => (
    <>
      <h1>Orders</h1>
      <Component />
    </>
  ));
  return openScreen('/service-orders', 'Orders', {
    registry: registryOf(login, ordersWith(extras), preferences),
  });
};

it('shows and announces one message at a time, each text once', async () => {
  const user = await show(() => {
    const notify = useNotify();
    const send = () => {
      notify('Claim sent', { severity: 'success' });
      notify('Claim sent');
      notify('We call you');
    };
    return <button onClick={send}>Send</button>;
  });
  const announced = screen.getByRole('status', { name: 'Page' });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(announced).toHaveTextContent('Claim sent'));
  expect(screen.queryByText('We call you')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(announced).toHaveTextContent('We call you'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument());
  expect(announced).toBeEmptyDOMElement();
});

const Badges = () => {
  const [count, setCount] = useState(120);
  useBadge('/my-service-order', count);
  useBadge('/notification-preferences', 3);
  return <button onClick={() => setCount(0)}>Read all</button>;
};

it('shows a badge in the name of an own entry, and in the drawer, as a dot if that is collapsed', async () => {
  const user = await show(Badges);
  const entry = (name: string) => screen.findByRole('link', { name });
  expect(await entry('My Current Order, 120 new')).toHaveTextContent('My Current Order99+');
  expect(await entry('Notifications')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close menu' }));
  expect(await entry('My Current Order, 120 new')).toHaveTextContent(/^$/);
  await user.click(screen.getByRole('button', { name: 'Read all' }));
  expect(await entry('My Current Order')).toBeVisible();
});

it('links to pages of the remotes in the page, by name, and names a missing parameter', async () => {
  const faults: string[] = [];
  const user = await show(
    () => {
      const linkTo = useLinkTo();
      const forget = () => {
        try {
          linkTo('orders.order');
        } catch (error) {
          faults.push(String(error));
        }
      };
      return (
        <>
          <a href={linkTo('orders.order', { orderNbr: '00/19' })}>Order</a>
          <p>{linkTo('warranty.claim', { orderNbr: '7' }) ?? 'No warranty'}</p>
          <button onClick={forget}>Forget</button>
        </>
      );
    },
    { links: { 'orders.order': '/service-order/:orderNbr' } },
  );
  expect(screen.getByRole('link', { name: 'Order' })).toHaveAttribute('href', '/service-order/00%2F19');
  expect(screen.getByText('No warranty')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Forget' }));
  expect(faults).toEqual(['Error: Missing ":orderNbr" param']);
});

const Days = () => useSettings(v.object({ days: v.number(), canPay: v.optional(v.boolean(), false) })).days;

it('parses the settings with the schema of the remote', async () => {
  await show(() => <p>{Days()} days</p>, { settings: { days: 30 } });
  expect(screen.getByText('30 days')).toBeVisible();
});
