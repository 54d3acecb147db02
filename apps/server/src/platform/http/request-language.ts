import { LANGUAGE_COOKIE, type Language } from '@portal/contract';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { i18nIn, languageOf, type Languages } from '../language/languages';
import { cookieIn } from './cookies';
import type { App } from './validation';

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
