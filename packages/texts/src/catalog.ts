import { setupI18n, type Messages } from '@lingui/core';
import { directionOf } from '@portal/contract';
import { ENGLISH, type I18n, type Values } from './i18n';

export type { Messages };

/** Wraps strings in Unicode isolates, so that an address or number keeps its order within Arabic text. */
const isolated = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? `\u2068${value}\u2069` : value,
    ]),
  );

/**
 * The texts of a catalog, with the plurals of its language.
 * @param messages translations by English text, compiled by `compileMessage` of @lingui/message-utils
 */
export const translated = (language: string, messages: Messages): I18n => {
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } });
  const valuesOf = directionOf(language) === 'rtl' ? isolated : (values: Values) => values;
  return {
    language,
    t: (text, values = {}) => (text in messages ? i18n._(text, valuesOf(values)) : ENGLISH.t(text, values)),
  };
};
