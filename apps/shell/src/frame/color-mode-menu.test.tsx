import { screen, waitFor } from '@testing-library/react';
import { openPortal } from '../testing/portal';
import { openWindow } from '../testing/window';

const scheme = () => document.documentElement.getAttribute('data-mui-color-scheme');

const choose = async (user: ReturnType<typeof openPortal>, mode: string) => {
  await user.click(await screen.findByRole('button', { name: /^Color mode/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: mode }));
};

it.each([
  [false, 'light'],
  [true, 'dark'],
])('follows the system until a mode is chosen (prefers dark: %s)', async (prefersDark, expected) => {
  openWindow({ prefersDark });
  openPortal('/service-orders');
  expect(await screen.findByRole('button', { name: 'Color mode: System' })).toBeVisible();
  expect(scheme()).toBe(expected);
});

it.each([
  ['Light', true, 'light'],
  ['Dark', false, 'dark'],
  ['System', true, 'dark'],
])('applies %s at once, and stores it in the browser', async (mode, prefersDark, expected) => {
  openWindow({ prefersDark });
  localStorage.setItem('mui-mode', mode === 'System' ? 'light' : 'system');
  const user = openPortal('/service-orders');
  await choose(user, mode);
  await waitFor(() => expect(scheme()).toBe(expected));
  expect(screen.getByRole('button', { name: `Color mode: ${mode}` })).toBeVisible();
  expect(localStorage.getItem('mui-mode')).toBe(mode.toLowerCase());
});

it('starts with the mode and scheme of the specified storage keys', async () => {
  localStorage.setItem('mui-mode', 'light');
  localStorage.setItem('mui-color-scheme-light', 'dark');
  const user = openPortal('/service-orders');
  await user.click(await screen.findByRole('button', { name: 'Color mode: Light' }));
  expect(scheme()).toBe('dark');
  expect(await screen.findByRole('menuitemradio', { name: 'Light' })).toBeChecked();
  expect(screen.getByRole('menuitemradio', { name: 'Dark' })).not.toBeChecked();
});
