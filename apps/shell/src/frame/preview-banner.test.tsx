import type { Boot, Preview } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import { openPortal, remoteLoads } from '../testing/portal';
import { nobodySignedIn } from '../testing/server';

const preview = { remote: 'orders', version: '1.5.0-pr12', problem: null };

const banner = () => screen.getByRole('region', { name: 'Preview' });

const open = async (path: string, previews: Preview[], boot: Partial<Boot> = {}) => {
  openPortal(path, { previews, ...boot });
  await screen.findByRole('heading', { level: 1 });
};

it('names every preview, and why one cannot be shown, on the sign-in page, too', async () => {
  nobodySignedIn();
  const problem = 'The preview login 9.0.0 is not shown: there is no such version.';
  await open('/login', [preview, { remote: 'login', version: '9.0.0', problem }]);
  expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(banner()).toHaveTextContent('Preview: orders 1.5.0-pr12 — only this browser sees it.');
  expect(banner()).toHaveTextContent(problem);
});

it('shows what a previewed version threw', async () => {
  const Component = () => {
    throw new Error('prices are missing');
  };
  remoteLoads('orders', async () => ({ routes: [{ path: '/service-orders', title: 'Orders', Component }] }));
  await open('/service-orders', [preview]);
  expect(await within(banner()).findByText('Error: prices are missing')).toBeVisible();
});
