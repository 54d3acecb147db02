import type { Language } from '@portal/contract';
import { translated } from '@portal/texts/catalog';
import { compileCatalog } from '@portal/texts/compile-catalog';
import { ENGLISH, type I18n } from '@portal/texts/i18n';
import ar from '../../languages/ar.json' with { type: 'json' };
import de from '../../languages/de.json' with { type: 'json' };
import es from '../../languages/es.json' with { type: 'json' };
import fr from '../../languages/fr.json' with { type: 'json' };

declare module 'fastify' {
  interface FastifyRequest {
    /** The language to answer in, one of LANGUAGES. */
    readonly language: Language;
    /** The texts in that language. */
    readonly i18n: I18n;
  }
}

/** A text in the reader's language. */
export type Sentence = (i18n: I18n) => string;

const catalogs: Record<Exclude<Language, 'en'>, Record<string, string>> = { de, es, fr, ar };

const known = new Map<Language, I18n>([['en', ENGLISH]]);

/** The texts of the server in a language. Its catalog is compiled when it is first needed. */
export const i18nIn = (language: Language): I18n => {
  const i18n =
    known.get(language) ??
    (language === 'en' ? ENGLISH : translated(language, compileCatalog(catalogs[language])));
  known.set(language, i18n);
  return i18n;
};
