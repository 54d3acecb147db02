import { LANGUAGE_COOKIE, type Boot, type Language } from '@portal/contract';
import type { I18n } from '@portal/texts/i18n';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Config } from '../config';
import { cookieIn } from '../http/portal-cookies';
import type { App } from '../http/validation';
import { i18nIn } from './i18n';

/** The languages that the portal speaks; the first is the default. */
export type Languages = Config['languages'];

/** Returns the language that a tag (`de-AT`) stands for, if the portal speaks it. */
export const languageOf = (tag: unknown, languages: Languages): Language | undefined =>
  typeof tag === 'string' ? languages.find((language) => language === tag.split('-')[0]) : undefined;

/**
 * The language of a response. On a page, the customer's choice in this browser (a cookie) comes first. Otherwise
 * Accept-Language decides: the shell sends the language of its texts, browsers the customer's preferences.
 */
const choose = ({ headers }: FastifyRequest, languages: Languages): Language => {
  const [standard] = languages;
  if (languages.length === 1) return standard;
  const chosen = headers.accept?.includes('text/html')
    ? languageOf(cookieIn(headers.cookie, LANGUAGE_COOKIE), languages)
    : undefined;
  const [accepted] = headers['accept-language'] ? new Negotiator({ headers }).languages([...languages]) : [];
  return chosen ?? languageOf(accepted, languages) ?? standard;
};

/** Gives each request its `language` and `i18n`. */
export const decorateLanguage = (app: App, languages: Languages): void => {
  app.decorateRequest('language', {
    getter(this: FastifyRequest) {
      return choose(this, languages);
    },
  });
  app.decorateRequest('i18n', {
    getter(this: FastifyRequest) {
      return i18nIn(this.language);
    },
  });
};

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
