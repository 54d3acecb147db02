import type { Boot, Language } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import { i18nIn } from './i18n';

/** The languages that the portal speaks; the first is the default. */
export type Languages = readonly [Language, ...Language[]];

/** Returns the language that a tag (`de-AT`) stands for, if the portal speaks it. */
export const languageOf = (tag: unknown, languages: Languages): Language | undefined =>
  typeof tag === 'string' ? languages.find((language) => language === tag.split('-')[0]) : undefined;

/** The texts of a message, in the default language unless another one is known. */
export const messageI18n = (language: string | null, languages: Languages): I18n =>
  i18nIn(languageOf(language, languages) ?? languages[0]);

/** The languages in the boot data; none if the portal speaks only English. */
export const bootLanguages = (
  language: Language,
  languages: Languages,
): Pick<Boot, 'language' | 'languages'> =>
  languages.some((offered) => offered !== 'en') ? { language, languages: [...languages] } : {};

/** The Vary header of a response that depends on the language. @param others names of further headers */
export const varyByLanguage = (languages: Languages, ...others: string[]): string =>
  [...others, ...(languages.length > 1 ? ['accept-language'] : [])].join(', ');
