import type { Language } from '@portal/contract';
import { createI18n, type I18n } from '@portal/texts/i18n';
import { messages as ar } from '../../languages/ar';
import { messages as de } from '../../languages/de';
import { messages as en } from '../../languages/en';
import { messages as es } from '../../languages/es';
import { messages as fr } from '../../languages/fr';

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
