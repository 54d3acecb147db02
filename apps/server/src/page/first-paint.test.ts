import { createContext, runInContext } from 'node:vm';
import InitColorSchemeScript from '@mui/material/InitColorSchemeScript';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { COLOR_SCHEME_SCRIPT } from './first-paint';

/** MUI's own script, with the names of specification section 4 written out. */
const MUI_SCRIPT = renderToStaticMarkup(
  createElement(InitColorSchemeScript, {
    defaultMode: 'system',
    modeStorageKey: 'mui-mode',
    colorSchemeStorageKey: 'mui-color-scheme',
    attribute: 'data-mui-color-scheme',
    defaultLightColorScheme: 'light',
    defaultDarkColorScheme: 'dark',
  }),
).replace(/<\/?script[^>]*>/g, '');

type Stored = Record<string, string>;

/** The attributes of the document after a script ran in a browser that has stored these values. */
const attributesAfter = (script: string, stored: Stored | null, prefersDark: boolean) => {
  const attributes: Record<string, string> = {};
  const storage = {
    getItem(key: string) {
      if (!stored) throw new Error('Storage is forbidden');
      return stored[key] ?? null;
    },
  };
  const matchMedia = () => ({ matches: prefersDark });
  runInContext(
    script,
    createContext({
      localStorage: storage,
      matchMedia,
      window: { localStorage: storage, matchMedia },
      document: {
        documentElement: { setAttribute: (name: string, value: string) => void (attributes[name] = value) },
      },
    }),
  );
  return attributes;
};

const MODES: Stored[] = ['light', 'dark', 'system', ''].map((mode) => ({ 'mui-mode': mode }));
const SCHEMES: Stored[] = [{}, { 'mui-color-scheme-light': 'sepia' }, { 'mui-color-scheme-dark': 'dim' }];
const STORED = [{}, ...MODES].flatMap((mode) => SCHEMES.map((schemes) => ({ ...mode, ...schemes })));

test.each(STORED)('sets the same attribute as MUI with stored %j, on light and dark systems', (stored) => {
  for (const prefersDark of [false, true]) {
    const attributes = attributesAfter(COLOR_SCHEME_SCRIPT, stored, prefersDark);
    expect(Object.keys(attributes)).toEqual(['data-mui-color-scheme']);
    expect(attributes).toEqual(attributesAfter(MUI_SCRIPT, stored, prefersDark));
  }
});

test('follows the system when the browser forbids storage', () => {
  const attributes = [true, false].map((prefersDark) =>
    attributesAfter(COLOR_SCHEME_SCRIPT, null, prefersDark),
  );
  expect(attributes.flatMap(Object.entries)).toEqual([
    ['data-mui-color-scheme', 'dark'],
    ['data-mui-color-scheme', 'light'],
  ]);
});
