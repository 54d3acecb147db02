import * as v from 'valibot';

/** The languages that the portal can speak; `LANGUAGES` chooses among them. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'ar'] as const;

export type Language = (typeof LANGUAGES)[number];

const RIGHT_TO_LEFT = ['ar'];

/** The writing direction of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';

/** The cookie with the language that a customer has chosen in this browser. */
export const LANGUAGE_COOKIE = 'portal_language';

/** The file of a build with its translations. A build without it speaks English. */
export const languageFile = (language: string): string => `language-${language}.js`;

/** The file of a build with the translations of its descriptor's title and labels, by language and English text; `portal publish` copies them into the release document. */
export const DESCRIPTOR_TEXTS_FILE = 'descriptor-texts.json';

export const descriptorTextsSchema = v.record(v.string(), v.record(v.string(), v.string()));
