import { dateFormat } from '@portal/api';

/** A day in digits, with the separator of the locale: "03/04/2026", "3/4/2026", "03/2026", "3/2026". */
const inDigits = (time: number, locale: string | undefined): string[] => {
  const format = dateFormat(locale, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  });
  const parts = format.formatToParts(time);
  // Some literals have spaces or marks of the writing direction.
  const separator = parts.find(({ type }) => type === 'literal')?.value.replace(/[^./-]/g, '') || '/';
  const digits = parts.filter(({ type }) => type !== 'literal');
  const month = digits.filter(({ type }) => type !== 'day');
  return [digits, month].flatMap((date) => [
    date.map(({ value }) => value).join(separator),
    date.map(({ value }) => Number(value)).join(separator),
  ]);
};

/** A day as customers may type it: "March 4, 2026" in both locales, in digits, and "2026-03-04". */
export const typedDay = (isoDay: string, locale: string | undefined, localeOfWords: string): string[] => {
  const time = Date.parse(isoDay);
  const words = [locale, localeOfWords].map((tag) =>
    dateFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(time),
  );
  return [...words, ...inDigits(time, locale), isoDay];
};
