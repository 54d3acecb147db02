import type { Boot } from '@portal/contract';
import { createContext, use, useEffect, useMemo, useState } from 'react';
import {
  setAcceptLanguage,
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
