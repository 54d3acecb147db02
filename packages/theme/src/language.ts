import type { StylisPlugin } from '@emotion/cache';
import { useTheme } from '@mui/material/styles';
import type { Language } from '@portal/contract';
import { createI18n, type I18n, type Messages } from '@portal/texts/i18n';
import { messages } from '../languages/en';

/** The parts of the design that depend on the language. */
export interface LanguageParts {
  /** MUI's own texts: arguments of `createTheme`. */
  locale: object;
  /** Mirrors styles, for languages from right to left. */
  mirror?: StylisPlugin;
  /** The texts of the design's own components. */
  i18n: I18n;
}

type Imported = Omit<LanguageParts, 'i18n'> & { messages: Messages };

const PARTS: Record<Exclude<Language, 'en'>, () => Promise<Imported>> = {
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
  if (!isTranslated(language) || loaded.has(language)) return;
  const { messages: translations, ...parts } = await PARTS[language]();
  loaded.set(language, { ...parts, i18n: createI18n(language, translations) });
};

const english = createI18n('en', messages);

/** The texts of the design's own components, in the portal's language. */
export const useI18n = (): I18n => partsOf(useTheme().language)?.i18n ?? english;
