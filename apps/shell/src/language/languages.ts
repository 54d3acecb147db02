import { http } from '@portal/api';
import { LANGUAGE_COOKIE, LANGUAGES, type Boot } from '@portal/contract';
import { loadLanguage } from '@portal/texts';
import { loadLanguageParts } from '@portal/theme/parts';
import { inStorage } from '../storage';

/** The `localStorage` key in an embedder's page, which may have a language cookie of its own. */
const STORAGE_KEY = 'portal-language';
const YEAR_SECONDS = 365 * 24 * 3600;

/** The languages that the server offers and this shell has. */
export const offeredLanguages = ({ languages = [] }: Pick<Boot, 'languages'>): string[] =>
  languages.filter((language) => LANGUAGES.some((supported) => supported === language));

const ofTag = (tag: string): string | undefined => tag.split('-')[0]?.toLowerCase();

/** The offered language of a language tag: `de` for `de-AT`; undefined if it isn't offered. */
export const languageOf = (tag: string | undefined, offered: readonly string[]): string | undefined =>
  offered.find((language) => tag !== undefined && language === ofTag(tag));

/** Where the portal is shown. */
export interface Embedding {
  isEmbedded: boolean;
  /** The embedder's locale. */
  locale?: string | undefined;
}

const keptChoice = (): string | undefined =>
  inStorage((storage) => storage.getItem(STORAGE_KEY)) ?? undefined;

/** The language to start with: of the embedder's `locale`, the earlier choice, the server's, or English. */
export const firstLanguage = (
  boot: Pick<Boot, 'languages' | 'language'>,
  { isEmbedded, locale }: Embedding,
): string => {
  const offered = offeredLanguages(boot);
  return (
    languageOf(locale, offered) ??
    languageOf(isEmbedded ? keptChoice() : undefined, offered) ??
    languageOf(boot.language, offered) ??
    'en'
  );
};

/** Renders in the first language: English at once, another one once its texts have loaded. */
export const startInLanguage = (
  boot: Boot,
  embedding: Embedding,
  render: (language: string) => void,
): void => {
  const language = firstLanguage(boot, embedding);
  if (offeredLanguages(boot).length > 0) setAcceptLanguage(language);
  if (language === 'en') render(language);
  else void prepareLanguage(language).then(() => render(language));
};

/** Keeps a choice in this browser: in a cookie for the server, or in an embedder's `localStorage`. */
export const keepChoice = (language: string, isEmbedded: boolean): void => {
  const path = http.defaults.baseURL || '/';
  if (isEmbedded) inStorage((storage) => storage.setItem(STORAGE_KEY, language));
  else
    document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=${path}; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
};

/** Loads the texts of shell, remotes, and theme. If a chunk doesn't arrive, its texts stay English. */
export const prepareLanguage = async (language: string): Promise<void> => {
  await Promise.all([
    loadLanguage(language),
    loadLanguageParts(language).catch((error: unknown) => reportError(error)),
  ]);
};

/** Sends `Accept-Language` with every call of the page. */
export const setAcceptLanguage = (language: string): void => {
  http.defaults.headers.common['Accept-Language'] = language;
};

/** The locale of dates: the customer's own region, if the browser's languages name one of this language. */
export const localeOf = (language: string): string =>
  navigator.languages.find((tag) => ofTag(tag) === language) ?? language;
