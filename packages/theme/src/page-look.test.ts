import { contrast, type EmbedLook } from '@portal/contract';
import { colorSchemes } from './color-schemes';
import { createPortalTheme } from './create-portal-theme';
import { readLook } from './page-look';
import { embeddedSurface } from './surface';

const PRIMARY = '#0b57a4';

let warnings: string[];
beforeEach(() => {
  warnings = [];
  jest.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
});
afterEach(() => {
  document.body.replaceChildren();
  document.body.removeAttribute('style');
  jest.restoreAllMocks();
});

const read = (values: EmbedLook['values'], isHosts = false) => {
  const host = document.body.appendChild(document.createElement('div'));
  // jsdom does not inherit fonts.
  host.style.fontFamily = 'Georgia';
  const container = host.appendChild(document.createElement('div'));
  return readLook(embeddedSurface(host, container), { primaryColor: PRIMARY }, { values, isHosts });
};

const paletteOf = (look: ReturnType<typeof readLook>, scheme: 'light' | 'dark' = 'light') =>
  (look.theme?.colorSchemes ?? colorSchemes({ primaryColor: PRIMARY, ...look }))[scheme].palette;

test('applies colors, font, radius and spacing to the theme', () => {
  const look = read({
    primary: 'rgb(90, 40, 120)',
    background: 'white',
    text: '#222',
    'font-family': 'Georgia, serif',
    radius: '2px',
    spacing: '10px',
  });
  const theme = createPortalTheme({ primaryColor: PRIMARY, ...look });
  expect(theme.typography.fontFamily).toBe('Georgia, serif');
  expect(theme.shape.borderRadius).toBe(2);
  expect(paletteOf(look)).toMatchObject({
    primary: { main: '#5a2878' },
    background: { default: '#ffffff', paper: '#ffffff' },
    text: { primary: '#222222', secondary: '#222222' },
  });
  expect(paletteOf(look, 'dark').background).toEqual(paletteOf(read({}), 'dark').background);
  expect(look.colorMode).toBeUndefined();
  expect(warnings).toEqual([]);
});

test('applies a dark background to the dark scheme only', () => {
  const look = read({ background: '#101010' });
  expect(paletteOf(look, 'dark').background.default).toBe('#101010');
  expect(paletteOf(look).background).toEqual(paletteOf(read({})).background);
});

test('corrects a pale color and warns about its contrast', () => {
  const { main } = paletteOf(read({ primary: '#ffcc00' })).primary;
  expect(contrast(main, '#ffffff')).toBeGreaterThan(4.5);
  expect(warnings).toEqual([
    expect.stringMatching(/--portal-primary #ffcc00 has a contrast of 1\.5 .*#\w{6}/),
  ]);
});

test.each([
  [{ background: '#ffffff', text: '#aaaaaa' }, /--portal-text .*#aaaaaa on #ffffff has a contrast of 2\.3/],
  [{ background: '#999999', text: '#000000' }, /--portal-background .*messages have a contrast of \d\.\d/],
  [{ text: '#777777' }, /--portal-text .*contrast of \d\.\d/],
  [{ primary: 'rgba(0, 0, 0, 0.5)' }, /is not an opaque color/],
  [{ primary: 'nonsense' }, /is not an opaque color/],
  [{ radius: 'round' }, /is not a length/],
])('ignores unreadable surfaces and invalid values: %j', (values, warning) => {
  expect(read(values)).toEqual({ theme: {} });
  expect(warnings).toEqual([expect.stringMatching(warning)]);
});

test('keeps the primary color readable on a custom background', () => {
  const look = read({ background: '#e8e8e8', primary: '#2f80ed' });
  expect(contrast(paletteOf(look).primary.main, '#e8e8e8')).toBeGreaterThan(4.5);
});

test.each([
  ['rgb(20, 20, 30)', 'dark'],
  ['rgb(250, 250, 250)', 'light'],
])('appearance="host" on a page in %s uses the %s scheme and the page’s font', (background, scheme) => {
  document.body.style.background = background;
  expect(read({}, true)).toEqual({ font: 'Georgia', theme: {}, colorMode: scheme });
});
