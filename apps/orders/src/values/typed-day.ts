import { dateFormat, dayOf } from '@portal/api';
import { formatMoment, localeOfWords, type DateStyle } from './dates';

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
const typedDay = (isoDay: string, style: DateStyle): string[] => {
  const { locale } = style;
  const time = Date.parse(isoDay);
  const words = [locale, localeOfWords(style)].map((tag) =>
    dateFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(time),
  );
  return [...words, ...inDigits(time, locale), isoDay];
};

// Many orders share a day, and each takes a phone a millisecond.
const typedDays = new Map<string, string[]>();

/** What a search for a date looks in: the date as it is shown, and as customers may type it. */
export const searchableDate = (text: string, style: DateStyle): string[] => {
  const shown = formatMoment(text, style);
  if (shown === undefined) return [text];
  const day = dayOf(text, style.timeZone);
  const key = [day, style.locale, style.language].join(' ');
  const typed = typedDays.get(key) ?? typedDay(day, style);
  typedDays.set(key, typed);
  return [shown, ...typed];
};
