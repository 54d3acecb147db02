import { act, render, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { Box, Drawer, Menu, MenuItem, Typography, useColorScheme } from './components';
import { useContainerUp } from './container-breakpoints';
import { PortalThemeProvider } from './portal-theme-provider';
import { embeddedSurface } from './surface';
import { BRAND } from './testing/page';

const Content = () => {
  const { mode, setMode } = useColorScheme();
  // Also in the first render: otherwise the choice would flicker.
  expect(mode).toBeDefined();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Typography sx={{ fontSize: '1.5rem', width: { md: 300 } }}>
        {useContainerUp('md') ? 'wide' : 'narrow'}
      </Typography>
      <button onClick={() => setMode('dark')}>dark</button>
      <button onClick={(event) => setAnchor(event.currentTarget)}>menu</button>
      <Menu anchorEl={anchor} open={anchor !== null}>
        <MenuItem>entry</MenuItem>
      </Menu>
      <Drawer open>
        <Box>drawer</Box>
      </Drawer>
    </>
  );
};

const embed = (colorMode?: 'light' | 'dark') => {
  const host = document.body.appendChild(document.createElement('div'));
  // Not a shadow root: jsdom parses no style elements inside one.
  const container = host.appendChild(document.createElement('div'));
  const surface = embeddedSurface(host, container);
  const page = (mode: typeof colorMode) => (
    <PortalThemeProvider brand={BRAND} surface={surface} colorMode={mode} nonce="abc">
      <Content />
    </PortalThemeProvider>
  );
  const { rerender, unmount } = render(page(colorMode), { container: surface.content });
  const within = (text: string) =>
    [...surface.box.querySelectorAll<HTMLElement>('p, button, div')].find(
      (element) => element.textContent === text,
    );
  return { host, surface, within, unmount, setColorMode: (mode: 'light' | 'dark') => rerender(page(mode)) };
};

const rules = (place: ParentNode) =>
  [...place.querySelectorAll('style')]
    .flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])])
    .map(({ cssText }) => cssText)
    .join('\n');

it('inserts its styles into its own tree with the nonce, and none into the page’s head', () => {
  const before = rules(document.head);
  const { surface } = embed();
  expect(rules(surface.styles)).toContain('--mui-palette-primary-main');
  expect(rules(surface.styles)).not.toContain(':root');
  expect(rules(document.head)).toBe(before);
  expect(
    new Set([...surface.styles.querySelectorAll('style')].map((style) => style.getAttribute('nonce'))),
  ).toEqual(new Set(['abc']));
});

it('uses px instead of rem, and container queries instead of media queries', () => {
  const { surface } = embed();
  const css = rules(surface.styles);
  expect(css).not.toMatch(/\d(rem)\b/);
  expect(css).toContain('font-size: 24px');
  expect(css).toMatch(/@container portal \(min-width:900px\)/);
  expect(css).not.toMatch(/@media[^{]*(min|max)-width/);
});

it('opens a drawer inside its own box, and lets the page scroll', () => {
  const { surface, within } = embed();
  expect(within('drawer')?.closest('[role=presentation]')?.parentElement).toBe(surface.content);
  expect(document.body).not.toHaveStyle({ overflow: 'hidden' });
});

it('opens a menu in the browser’s top layer, above an open drawer', () => {
  const inTopLayer = new Set<unknown>();
  // jsdom has no popovers.
  HTMLElement.prototype.showPopover = function showPopover() {
    inTopLayer.add(this);
  };
  const { surface, within } = embed();
  act(() => void within('menu')?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  const entry = surface.box.querySelector('[role=menuitem]');
  expect(entry?.textContent).toBe('entry');
  expect(inTopLayer).toEqual(new Set([entry?.closest('[popover=manual]')]));
  // The open drawer does not hide it either.
  expect(entry?.closest('[aria-hidden=true]')).toBeNull();
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
});

it('sets its color scheme on its element only, and stores the mode under its own key', () => {
  const { host, within, unmount } = embed();
  expect(host).toHaveAttribute('data-mui-color-scheme', 'light');
  act(() => void within('dark')?.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  expect(host).toHaveAttribute('data-mui-color-scheme', 'dark');
  expect(document.documentElement).not.toHaveAttribute('data-mui-color-scheme');
  expect(Object.keys(localStorage)).toEqual(['portal-mui-mode']);
  unmount();
  expect(host).not.toHaveAttribute('data-mui-color-scheme');
});

it('follows the mode that the page sets, and stores nothing', () => {
  const { host, setColorMode } = embed('dark');
  expect(host).toHaveAttribute('data-mui-color-scheme', 'dark');
  setColorMode('light');
  expect(host).toHaveAttribute('data-mui-color-scheme', 'light');
  expect(localStorage).toHaveLength(0);
});

it('follows the width of its box, and keeps its layout while the page hides it', async () => {
  window.innerWidth = 899;
  const { surface, within } = embed();
  expect(within('narrow')).toBeDefined();
  Reflect.set(surface.box, 'currentCSSZoom', 2);
  window.innerWidth = 900;
  window.dispatchEvent(new Event('resize'));
  await waitFor(() => expect(within('wide')).toBeDefined());
  const zoom = () => surface.box.style.getPropertyValue('--portal-zoom');
  expect(zoom()).toBe('2');
  Reflect.set(surface.box, 'currentCSSZoom', 1);
  window.innerWidth = 0;
  window.dispatchEvent(new Event('resize'));
  await waitFor(() => expect(zoom()).toBe('1'));
  expect(within('wide')).toBeDefined();
});
