import Button from '@mui/material/Button';
import { useColorScheme } from '@mui/material/styles';
import { act, render, screen } from '@testing-library/react';
import { PortalThemeProvider } from '../portal-theme-provider';

export const BRAND = { name: 'Northwind', logoUrl: '/logo.svg', primaryColor: '#0b57a4' };

const MODES = ['light', 'dark', 'system'] as const;

const ModeButtons = () => {
  const { mode, setMode } = useColorScheme();
  return MODES.map((name) => (
    <Button key={name} aria-pressed={mode === name} onClick={() => setMode(name)}>
      {name}
    </Button>
  ));
};

/** Renders a button for each color mode. */
export const openPage = (nonce?: string) =>
  render(
    <PortalThemeProvider brand={BRAND} {...(nonce && { nonce })}>
      <ModeButtons />
    </PortalThemeProvider>,
  );

/** Clicks a button of the page. */
export const choose = (name: string): void => act(() => screen.getByRole('button', { name }).click());

/** The color scheme of the page. */
export const shownScheme = (): string | null =>
  document.documentElement.getAttribute('data-mui-color-scheme');

/** Makes the system prefer this scheme; jsdom has no `matchMedia`. */
const systemPrefers = (scheme: 'light' | 'dark'): void => {
  const matchMedia = (media: string): MediaQueryList =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes(`prefers-color-scheme: ${scheme}`),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  Object.defineProperty(window, 'matchMedia', { configurable: true, value: matchMedia });
};

beforeEach(() => systemPrefers('light'));

afterEach(() => {
  localStorage.clear();
  document.documentElement.removeAttribute('data-mui-color-scheme');
  document.querySelectorAll('style').forEach((style) => style.remove());
});
