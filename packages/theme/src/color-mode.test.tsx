import { screen } from '@testing-library/react';
import { createPortalTheme } from './create-portal-theme';
import { choose, openPage, shownScheme, systemPrefers } from './testing/page';

// The names and defaults are those of specification section 4.

it.each(['light', 'dark'] as const)('the mode follows a system that prefers %s at first', (scheme) => {
  systemPrefers(scheme);
  openPage();
  expect(screen.getByRole('button', { name: 'system', pressed: true })).toBeVisible();
  expect(shownScheme()).toBe(scheme);
});

it('a page that no scheme has been set on yet has the colours of the scheme light', () => {
  openPage();
  document.documentElement.removeAttribute('data-mui-color-scheme');
  const styles = getComputedStyle(document.documentElement);
  const { light } = createPortalTheme('#0b57a4').colorSchemes;
  expect(styles.getPropertyValue('--mui-palette-background-default')).toBe(light?.palette.background.default);
});

it.each(['light', 'dark'] as const)('the mode %s is shown at once, and kept in mui-mode', (mode) => {
  openPage();
  choose(mode);
  expect(shownScheme()).toBe(mode);
  expect(localStorage.getItem('mui-mode')).toBe(mode);
});

it('the mode system is kept as such', () => {
  systemPrefers('dark');
  openPage();
  choose('light');
  choose('system');
  expect(shownScheme()).toBe('dark');
  expect(localStorage.getItem('mui-mode')).toBe('system');
});

it('the mode is still there the next time, whatever the system prefers', () => {
  openPage().unmount();
  localStorage.setItem('mui-mode', 'dark');
  openPage();
  expect(screen.getByRole('button', { name: 'dark', pressed: true })).toBeVisible();
  expect(shownScheme()).toBe('dark');
});

it('a scheme that is chosen for a mode is kept under mui-color-scheme', () => {
  openPage();
  choose('swap schemes');
  expect(shownScheme()).toBe('dark');
  expect({ ...localStorage }).toMatchObject({
    'mui-color-scheme-light': 'dark',
    'mui-color-scheme-dark': 'light',
  });
});

it.each(['purple', '', '{}'])('a mode can be chosen although %j was stored', (stored) => {
  localStorage.setItem('mui-mode', stored);
  localStorage.setItem('mui-color-scheme-light', stored);
  openPage();
  choose('dark');
  expect(shownScheme()).toBe('dark');
});
