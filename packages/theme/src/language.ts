import type { StylisPlugin } from '@emotion/cache';
import type { Language } from '@portal/contract';

/** The parts of the design that depend on the language. */
export interface LanguageParts {
  /** MUI's own texts: arguments of `createTheme`. */
  locale: object;
  /** Mirrors styles, for languages from right to left. */
  mirror?: StylisPlugin;
}

const PARTS: Record<Exclude<Language, 'en'>, () => Promise<LanguageParts>> = {
  de: () => import(/* webpackChunkName: "language-de" */ './languages/de'),
  es: () => import(/* webpackChunkName: "language-es" */ './languages/es'),
  fr: () => import(/* webpackChunkName: "language-fr" */ './languages/fr'),
  ar: () => import(/* webpackChunkName: "language-ar" */ './languages/ar'),
};

const loaded = new Map<string, LanguageParts>();

/** The loaded parts of a language; undefined for English, and before `loadLanguageParts`. */
export const partsOf = (language: string): LanguageParts | undefined => loaded.get(language);

const isTranslated = (language: string): language is keyof typeof PARTS => language in PARTS;

/** Loads the parts of the design for a language; `PortalThemeProvider` uses them from then on. */
export const loadLanguageParts = async (language: string): Promise<void> => {
  if (isTranslated(language) && !loaded.has(language)) loaded.set(language, await PARTS[language]());
};
