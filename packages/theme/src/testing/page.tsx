import Button from '@mui/material/Button';
import { useColorScheme } from '@mui/material/styles';
import { render } from '@testing-library/react';
import { PortalThemeProvider } from '../portal-theme-provider';

export const BRAND = { name: 'Northwind', logoUrl: '/logo.svg', primaryColor: '#0b57a4' };

const ModeButtons = () => {
  const { setMode } = useColorScheme();
  return (['light', 'dark'] as const).map((name) => (
    <Button key={name} onClick={() => setMode(name)}>
      {name}
    </Button>
  ));
};

/** Renders a button for each color scheme. */
export const openPage = (nonce?: string) =>
  render(
    <PortalThemeProvider brand={BRAND} {...(nonce && { nonce })}>
      <ModeButtons />
    </PortalThemeProvider>,
  );

/** jsdom has no `matchMedia`: the system prefers light. */
const matchMedia = (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media,
    matches: media.includes('prefers-color-scheme: light'),
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });

beforeEach(() => Object.defineProperty(window, 'matchMedia', { configurable: true, value: matchMedia }));

afterEach(() => {
  localStorage.clear();
  document.documentElement.removeAttribute('data-mui-color-scheme');
  document.querySelectorAll('style').forEach((style) => style.remove());
});
