import { setupI18n, type Messages } from '@lingui/core';
import { directionOf } from '@portal/contract';

export type { Messages };

/** The values of a text's placeholders, by name. */
export type Values = Readonly<Record<string, string | number>>;

/** The texts in one language. */
export interface I18n {
  /** The language tag (BCP 47). */
  language: string;
  /** @param text the English text, in ICU MessageFormat: `{count, plural, one {# order} other {# orders}}` */
  t: (text: string, values?: Values) => string;
}

/** Wraps strings in Unicode isolates, so that an address or number keeps its order within Arabic text. */
const isolated = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? `\u2068${value}\u2069` : value,
    ]),
  );

/** The texts of a catalog. Each language has its own object: a change renders with another one. */
export const createI18n = (language: string, messages: Messages): I18n => {
  const lingui = setupI18n({ missing: (_, text) => text });
  lingui.loadAndActivate({ locale: language, messages });
  const isRightToLeft = directionOf(language) === 'rtl';
  return { language, t: (text, values = {}) => lingui._(text, isRightToLeft ? isolated(values) : values) };
};
