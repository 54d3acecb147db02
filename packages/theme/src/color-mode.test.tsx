import { screen } from '@testing-library/react';
import { createPortalTheme } from './create-portal-theme';
import { choose, openPage, shownScheme, systemPrefers } from './testing/page';

// Names and defaults of specification section 4.

it.each(['light', 'dark'] as const)('the default mode follows a system that prefers %s', (scheme) => {
  systemPrefers(scheme);
  openPage();
  expect(screen.getByRole('button', { name: 'system', pressed: true })).toBeVisible();
  expect(shownScheme()).toBe(scheme);
});

it('a page without the attribute has the light scheme', () => {
  openPage();
  document.documentElement.removeAttribute('data-mui-color-scheme');
  const styles = getComputedStyle(document.documentElement);
  const { light } = createPortalTheme({ primaryColor: '#0b57a4' }).colorSchemes;
  expect(styles.getPropertyValue('--mui-palette-background-default')).toBe(light?.palette.background.default);
});

it.each(['light', 'dark'] as const)('the mode %s applies at once and is stored in mui-mode', (mode) => {
  openPage();
  choose(mode);
  expect(shownScheme()).toBe(mode);
  expect(localStorage.getItem('mui-mode')).toBe(mode);
});

it('the mode system is stored as "system"', () => {
  systemPrefers('dark');
  openPage();
  choose('light');
  choose('system');
  expect(shownScheme()).toBe('dark');
  expect(localStorage.getItem('mui-mode')).toBe('system');
});

it('the stored mode overrides the system’s preference', () => {
  openPage().unmount();
  localStorage.setItem('mui-mode', 'dark');
  openPage();
  expect(screen.getByRole('button', { name: 'dark', pressed: true })).toBeVisible();
  expect(shownScheme()).toBe('dark');
});

it('the scheme of a mode is stored under mui-color-scheme', () => {
  openPage();
  choose('swap schemes');
  expect(shownScheme()).toBe('dark');
  expect({ ...localStorage }).toMatchObject({
    'mui-color-scheme-light': 'dark',
    'mui-color-scheme-dark': 'light',
  });
});

it.each(['purple', '', '{}'])('the invalid stored value %j is ignored', (stored) => {
  localStorage.setItem('mui-mode', stored);
  localStorage.setItem('mui-color-scheme-light', stored);
  openPage();
  choose('dark');
  expect(shownScheme()).toBe('dark');
});
