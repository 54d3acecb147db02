import { createPortalTheme } from './create-portal-theme';
import { choose, openPage, shownScheme } from './testing/page';

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
  choose('dark');
  expect(shownScheme()).toBe('dark');
});
