import { http } from '@portal/api';
import { LANGUAGE_COOKIE, LANGUAGES, type Boot } from '@portal/contract';
import { loadLanguage } from '@portal/texts';
import { loadLanguageParts } from '@portal/theme/parts';
import { createContext, use, useEffect, useMemo, useState } from 'react';
import { inStorage } from '../storage';

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

/** Where the portal is shown. */
interface Embedding {
  isEmbedded: boolean;
  /** The embedder's locale. */
  locale?: string | undefined;
}

/** The language to start with: of the embedder's `locale`, the earlier choice, the server's, or English. */
export const firstLanguage = (
  boot: Pick<Boot, 'languages' | 'language'>,
  { isEmbedded, locale }: Embedding,
): string => {
  const offered = offeredLanguages(boot);
  const kept = isEmbedded ? inStorage((storage) => storage.getItem(STORAGE_KEY)) : undefined;
  return (
    languageOf(locale, offered) ??
    languageOf(kept ?? undefined, offered) ??
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

interface Languages {
  /** The languages to choose from; empty if there is only one, or if the embedder's `locale` decides. */
  languages: readonly string[];
  language: string;
  choose: (language: string) => void;
}

export const LanguagesContext = createContext<Languages>({
  languages: [],
  language: 'en',
  choose: () => undefined,
});

/** The language of the portal, and how to choose another one. */
export const useLanguages = (): Languages => use(LanguagesContext);

interface LanguageOptions extends Embedding {
  /** The language whose texts were loaded before the portal; default: the first one. */
  loaded?: string | undefined;
  /** Called after each change. */
  onChange: () => unknown;
}

/** The portal's language. A change loads its texts first, without a reload: forms keep their content. */
export const useLanguageState = (boot: Boot, { isEmbedded, locale, loaded, onChange }: LanguageOptions) => {
  const offered = useMemo(() => offeredLanguages(boot), [boot]);
  const first = firstLanguage(boot, { isEmbedded, locale });
  const [language, setLanguage] = useState(loaded ?? first);
  const [chosen, setChosen] = useState<string>();
  const ofPage = languageOf(locale, offered);
  const wanted = ofPage ?? chosen ?? first;

  useEffect(() => {
    if (wanted === language) return undefined;
    let isCurrent = true;
    void prepareLanguage(wanted).then(() => {
      if (!isCurrent) return;
      setAcceptLanguage(wanted);
      setLanguage(wanted);
      void onChange();
    });
    return () => void (isCurrent = false);
  }, [wanted, language, onChange]);

  const languages = useMemo(
    () => ({
      languages: ofPage === undefined && offered.length > 1 ? offered : [],
      language,
      choose: (next: string) => {
        keepChoice(next, isEmbedded);
        setChosen(next);
      },
    }),
    [ofPage, offered, language, isEmbedded],
  );
  return {
    languages,
    language,
    locale: locale ?? (offered.length > 0 ? localeOf(language) : undefined),
  };
};
