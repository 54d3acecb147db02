import { render, screen } from '@testing-library/react';
import { Ask } from './ask';
import { loadLanguageParts } from './language';
import { PortalThemeProvider } from './portal-theme-provider';
import { BRAND, openPage } from './testing/page';

describe('styles', () => {
  const nonces = () =>
    [...document.querySelectorAll('style')].map((style) => style.nonce || style.getAttribute('nonce'));

  it('have the nonce of the page', () => {
    openPage('r4nd0m');
    expect(nonces().length).toBeGreaterThan(1);
    expect(new Set(nonces())).toEqual(new Set(['r4nd0m']));
  });

  it('make buttons large enough to tap', () => {
    openPage();
    expect(screen.getByRole('button', { name: 'light' })).toHaveStyle({ minHeight: '44px' });
  });
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
