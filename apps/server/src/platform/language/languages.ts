import type { Boot, Language } from '@portal/contract';
import { createI18n, type I18n } from '@portal/texts/i18n';
import { messages as ar } from '../../../languages/ar';
import { messages as de } from '../../../languages/de';
import { messages as en } from '../../../languages/en';
import { messages as es } from '../../../languages/es';
import { messages as fr } from '../../../languages/fr';

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the response, one of LANGUAGES. */
    readonly language: Language;
    /** The texts in that language. */
    readonly i18n: I18n;
  }
}

/** A text in the reader's language. */
export type Sentence = (i18n: I18n) => string;

const I18NS: Record<Language, I18n> = {
  ar: createI18n('ar', ar),
  de: createI18n('de', de),
  en: createI18n('en', en),
  es: createI18n('es', es),
  fr: createI18n('fr', fr),
};

/** The texts of the server in a language. */
export const i18nIn = (language: Language): I18n => I18NS[language];

/** The texts without a known language, and of logs. */
export const ENGLISH = I18NS.en;

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
