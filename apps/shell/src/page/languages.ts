import { http } from '@portal/api';
import { inStorage, LANGUAGE_COOKIE, LANGUAGES, type Boot } from '@portal/contract';
import { loadLanguage } from '@portal/texts';
import { loadLanguageParts } from '@portal/theme/parts';
import { createContext, use } from 'react';
import { createStore, useStore } from '../store';

/** The `localStorage` key in an embedder's page, which may have a language cookie of its own. */
const STORAGE_KEY = 'portal-language';
const YEAR_SECONDS = 365 * 24 * 3600;

/** The languages that the server offers and this shell has. */
const offeredLanguages = ({ languages = [] }: Pick<Boot, 'languages'>): string[] =>
  languages.filter((language) => LANGUAGES.some((supported) => supported === language));

const ofTag = (tag: string): string | undefined => tag.split('-')[0]?.toLowerCase();

/** The offered language of a language tag: `de` for `de-AT`; undefined if it isn't offered. */
const languageOf = (tag: string | undefined, offered: readonly string[]): string | undefined =>
  offered.find((language) => tag !== undefined && language === ofTag(tag));

/** Keeps a choice in this browser: in a cookie for the server, or in an embedder's `localStorage`. */
const keepChoice = (language: string, isEmbedded: boolean): void => {
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
const setAcceptLanguage = (language: string): void => {
  http.defaults.headers.common['Accept-Language'] = language;
};

/** The locale of dates: the customer's own region, if the browser's languages name one of this language. */
const localeOf = (language: string): string => {
  const tag = navigator.languages.find((preferred) => ofTag(preferred) === language) ?? language;
  // The texts have Latin digits, which some Arabic regions would not use in dates.
  return language === 'ar' ? new Intl.Locale(tag, { numberingSystem: 'latn' }).toString() : tag;
};

interface LanguageOptions {
  isEmbedded: boolean;
  /** The embedder's locale. */
  locale?: string | undefined;
}

/**
 * The language of a portal: of the embedder's `locale`, the customer's choice, the server's, or English. In another one
 * than the page's, it refreshes the registry: the server names the remotes in the language of the call.
 */
export const createLanguages = (
  boot: Pick<Boot, 'languages' | 'language'>,
  { refresh }: { refresh: () => Promise<unknown> },
  { isEmbedded, locale }: LanguageOptions,
) => {
  const offered = offeredLanguages(boot);
  const kept = isEmbedded ? inStorage((storage) => storage.getItem(STORAGE_KEY)) : undefined;
  let ofPage = locale;
  let chosen = languageOf(kept ?? undefined, offered) ?? languageOf(boot.language, offered) ?? 'en';

  const wanted = (): string => languageOf(ofPage, offered) ?? chosen;
  const shownIn = (language: string) => ({
    /** The languages to choose from; empty if there is only one, or if the embedder's `locale` decides. */
    languages: languageOf(ofPage, offered) === undefined && offered.length > 1 ? offered : [],
    language,
    /** The locale of dates. */
    locale: ofPage ?? (offered.length > 0 ? localeOf(language) : undefined),
  });
  const first = wanted();
  const shown = createStore(shownIn(first));
  if (offered.length > 0) setAcceptLanguage(first);
  if (first !== (boot.language ?? 'en')) void refresh();

  /** Loads the texts first, without a reload: forms keep their content. */
  const change = async (): Promise<void> => {
    const language = wanted();
    const isOther = language !== shown.get().language;
    if (isOther) await prepareLanguage(language);
    if (language !== wanted()) return;
    shown.set(shownIn(language));
    if (!isOther) return;
    setAcceptLanguage(language);
    void refresh();
  };

  return {
    shown,
    /** Calls `render` at once in English, in another language once its texts have loaded. */
    onceLoaded: (render: () => void): void => {
      if (first === 'en') render();
      else void prepareLanguage(first).then(render);
    },
    choose: (language: string): void => {
      keepChoice(language, isEmbedded);
      chosen = language;
      void change();
    },
    setLocale: (next: string | undefined): void => {
      ofPage = next;
      void change();
    },
  };
};

export type Languages = ReturnType<typeof createLanguages>;

export const LanguagesContext = createContext<Languages | undefined>(undefined);

/** The language of the portal, and how to choose another one. */
export const useLanguages = () => {
  const languages = use(LanguagesContext);
  if (!languages) throw new Error('Call useLanguages inside of LanguagesContext.');
  return { ...useStore(languages.shown), choose: languages.choose };
};
