import type { Boot } from '@portal/contract';
import { createContext, use, useEffect, useMemo, useState } from 'react';
import {
  askInLanguage,
  firstLanguage,
  keepChoice,
  languageOf,
  localeOf,
  offeredLanguages,
  prepareLanguage,
  type Embedding,
} from './languages';

interface Languages {
  /** The languages to choose from; empty if there is only one, or if the embedder's `locale` decides. */
  languages: readonly string[];
  language: string;
  choose: (language: string) => void;
}

const LanguagesContext = createContext<Languages>({
  languages: [],
  language: 'en',
  choose: () => undefined,
});

export const LanguagesProvider = LanguagesContext.Provider;

/** The language of the portal, and how to choose another one. */
export const useLanguages = (): Languages => use(LanguagesContext);

/**
 * The state of the portal's language. A change loads its texts first and applies without a reload, so that forms keep
 * their content. The first language is loaded before the portal is rendered.
 */
export const useLanguageState = (boot: Boot, embedding: Embedding) => {
  const { isEmbedded, locale } = embedding;
  const offered = useMemo(() => offeredLanguages(boot), [boot]);
  const [language, setLanguage] = useState(() => firstLanguage(boot, embedding));
  const [chosen, choose] = useState<string>();
  const ofPage = languageOf(locale, offered);
  const wanted = ofPage ?? chosen ?? firstLanguage(boot, embedding);

  useEffect(() => {
    if (wanted === language) return undefined;
    let isCurrent = true;
    void prepareLanguage(wanted).then(() => {
      if (!isCurrent) return;
      askInLanguage(wanted);
      setLanguage(wanted);
    });
    return () => void (isCurrent = false);
  }, [wanted, language]);

  const languages = useMemo(
    () => ({
      languages: ofPage === undefined && offered.length > 1 ? offered : [],
      language,
      choose: (next: string) => {
        keepChoice(next, isEmbedded);
        choose(next);
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
