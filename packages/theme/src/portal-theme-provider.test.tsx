import { render, screen } from '@testing-library/react';
import { Ask } from './ask';
import { loadLanguageParts } from './language';
import { PortalThemeProvider } from './portal-theme-provider';
import { BRAND, openPage } from './testing/page';

it('gives all styles the nonce of the page', () => {
  openPage('r4nd0m');
  const styles = [...document.querySelectorAll('style')];
  expect(styles.length).toBeGreaterThan(1);
  expect(new Set(styles.map((style) => style.nonce || style.getAttribute('nonce')))).toEqual(
    new Set(['r4nd0m']),
  );
});

it('translates the theme’s own components once their language has loaded', async () => {
  const ask = (language: string) => (
    <PortalThemeProvider brand={{ ...BRAND, support: { url: 'https://acme.example' } }} language={language}>
      <Ask />
    </PortalThemeProvider>
  );
  const { rerender } = render(ask('de'));
  expect(screen.getByRole('link', { name: 'Help' })).toBeVisible();
  await loadLanguageParts('de');
  rerender(ask('en'));
  rerender(ask('de'));
  expect(screen.getByRole('link', { name: 'Hilfe' })).toBeVisible();
});
