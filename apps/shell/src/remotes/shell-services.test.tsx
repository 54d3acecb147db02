import { useLinkTo, useSettings } from '@portal/remote';
import { screen } from '@testing-library/react';
import * as v from 'valibot';
import { showInOrders } from '../testing/portal';

it('links to pages of the remotes in the page, by name, and names a missing parameter', async () => {
  const faults: string[] = [];
  const warn = jest.spyOn(console, 'warn').mockImplementation();
  const user = await showInOrders(
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
  expect(warn).toHaveBeenCalledWith('linkTo: no remote of this page has the link warranty.claim');
  await user.click(screen.getByRole('button', { name: 'Forget' }));
  expect(faults).toEqual(['Error: Missing ":orderNbr" param']);
});

const Days = () => useSettings(v.object({ days: v.number(), canPay: v.optional(v.boolean(), false) })).days;

it('parses the settings with the schema of the remote', async () => {
  await showInOrders(() => <p>{Days()} days</p>, { settings: { days: 30 } });
  expect(screen.getByText('30 days')).toBeVisible();
});
