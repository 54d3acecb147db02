/** The values of a text's placeholders, by name. */
export type Values = Readonly<Record<string, string | number>>;

/** The texts in one language. */
export interface I18n {
  /** The language tag (BCP 47). */
  language: string;
  /**
   * @param text the English text, in ICU MessageFormat: `{name}`, and `{count, plural, one {# order} other {# orders}}`
   * @returns the text in this language, or in English until a translation is loaded
   */
  t: (text: string, values?: Values) => string;
}

/** The part of ICU MessageFormat in English texts. Plural forms must not contain braces or apostrophes. */
const PLACEHOLDER = /\{(\w+)(?:, plural, one \{([^}]*)\} other \{([^}]*)\})?\}/g;

/** English needs no catalog and no library: its texts are in the code. */
export const ENGLISH: I18n = {
  language: 'en',
  t: (text, values = {}) =>
    text.replace(PLACEHOLDER, (_, name: string, one?: string, other?: string) => {
      const value = values[name] ?? '';
      const words = value === 1 ? one : other;
      const shown = typeof value === 'number' ? value.toLocaleString('en') : value;
      return words === undefined ? shown : words.replace('#', shown);
    }),
};
