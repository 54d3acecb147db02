import { act, render, screen } from '@testing-library/react';
import { useColorScheme } from '@mui/material/styles';
import Button from '@mui/material/Button';
import { useBrand } from './brand';
import { PortalThemeProvider } from './portal-theme-provider';

const BRAND = { name: 'Northwind', logoUrl: '/logo.svg', primaryColor: '#0b57a4' };

const systemPrefers = (scheme: 'light' | 'dark') => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), {
      media,
      matches: media.includes(`prefers-color-scheme: ${scheme}`),
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
};

const shownScheme = () => document.documentElement.getAttribute('data-mui-color-scheme');

const MODES = ['light', 'dark', 'system'] as const;

const ModeButtons = () => {
  const { mode, setMode } = useColorScheme();
  return MODES.map((name) => (
    <Button key={name} aria-pressed={mode === name} onClick={() => setMode(name)}>
      {name}
    </Button>
  ));
};

const SchemeButton = () => {
  const { setColorScheme } = useColorScheme();
  return <button onClick={() => setColorScheme({ light: 'dark', dark: 'light' })}>swap</button>;
};

const open = (nonce?: string) =>
  render(
    <PortalThemeProvider brand={BRAND} {...(nonce && { nonce })}>
      <ModeButtons />
      <SchemeButton />
    </PortalThemeProvider>,
  );

const choose = (mode: string) => act(() => screen.getByRole('button', { name: mode }).click());

beforeEach(() => systemPrefers('light'));
afterEach(() => {
  localStorage.clear();
  document.documentElement.removeAttribute('data-mui-color-scheme');
  document.querySelectorAll('style').forEach((style) => style.remove());
});

describe('the colour mode (specification section 4)', () => {
  it.each(['light', 'dark'] as const)('follows a system that prefers %s at first', (scheme) => {
    systemPrefers(scheme);
    open();
    expect(screen.getByRole('button', { name: 'system', pressed: true })).toBeVisible();
    expect(shownScheme()).toBe(scheme);
  });

  it.each(['light', 'dark'] as const)('%s is shown at once, and kept in mui-mode', (mode) => {
    open();
    choose(mode);
    expect(shownScheme()).toBe(mode);
    expect(localStorage.getItem('mui-mode')).toBe(mode);
  });

  it('system is kept as such', () => {
    systemPrefers('dark');
    open();
    choose('light');
    choose('system');
    expect(shownScheme()).toBe('dark');
    expect(localStorage.getItem('mui-mode')).toBe('system');
  });

  it('is still there the next time, whatever the system prefers', () => {
    open().unmount();
    localStorage.setItem('mui-mode', 'dark');
    open();
    expect(screen.getByRole('button', { name: 'dark', pressed: true })).toBeVisible();
    expect(shownScheme()).toBe('dark');
  });

  it('keeps a scheme that is chosen for a mode under mui-color-scheme', () => {
    open();
    choose('swap');
    expect(shownScheme()).toBe('dark');
    expect({ ...localStorage }).toMatchObject({
      'mui-color-scheme-light': 'dark',
      'mui-color-scheme-dark': 'light',
    });
  });

  it.each(['purple', '', '{}'])('can be chosen although %j was stored', (stored) => {
    localStorage.setItem('mui-mode', stored);
    localStorage.setItem('mui-color-scheme-light', stored);
    open();
    choose('dark');
    expect(shownScheme()).toBe('dark');
  });
});

describe('styles', () => {
  const nonces = () =>
    [...document.querySelectorAll('style')].map((style) => style.nonce || style.getAttribute('nonce'));

  it('all carry the nonce of the page', () => {
    open('r4nd0m');
    expect(nonces().length).toBeGreaterThan(1);
    expect(new Set(nonces())).toEqual(new Set(['r4nd0m']));
  });

  it('carry none where the page has none', () => {
    open();
    expect(nonces().length).toBeGreaterThan(1);
    expect(nonces().filter(Boolean)).toEqual([]);
  });

  it('take their colours from the attribute, so that a mode is shown without rendering anew', () => {
    open();
    const styles = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .map((rule) => rule.cssText)
      .join('');
    expect(styles).toContain('[data-mui-color-scheme="dark"]');
    expect(styles).toContain('var(--mui-palette-primary-main');
  });
});

it('tells everything below it whose portal this is', () => {
  const Name = () => <p>{`${useBrand().name} at ${useBrand().logoUrl}`}</p>;
  render(
    <PortalThemeProvider brand={BRAND}>
      <Name />
    </PortalThemeProvider>,
  );
  expect(screen.getByText('Northwind at /logo.svg')).toBeVisible();
});
