import { act, screen } from '@testing-library/react';
import { createPortalTheme } from './create-portal-theme';
import { openPage } from './testing/page';

// Names and defaults of specification section 4.

it('a page without the attribute has the light scheme', () => {
  openPage();
  document.documentElement.removeAttribute('data-mui-color-scheme');
  const styles = getComputedStyle(document.documentElement);
  const { light } = createPortalTheme({ primaryColor: '#0b57a4' }).colorSchemes;
  expect(styles.getPropertyValue('--mui-palette-background-default')).toBe(light?.palette.background.default);
});

it.each(['purple', '', '{}'])('the invalid stored value %j is ignored', (stored) => {
  localStorage.setItem('mui-mode', stored);
  localStorage.setItem('mui-color-scheme-light', stored);
  openPage();
  act(() => screen.getByRole('button', { name: 'dark' }).click());
  expect(document.documentElement).toHaveAttribute('data-mui-color-scheme', 'dark');
});

it('paper has the light scheme', () => {
  openPage();
  act(() => screen.getByRole('button', { name: 'dark' }).click());
  window.dispatchEvent(new Event('beforeprint'));
  expect(document.documentElement).toHaveAttribute('data-mui-color-scheme', 'light');
  window.dispatchEvent(new Event('afterprint'));
  expect(document.documentElement).toHaveAttribute('data-mui-color-scheme', 'dark');
});
