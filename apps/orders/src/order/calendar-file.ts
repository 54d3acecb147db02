import { periodOf, wallClock, type ServiceOrder, type ServiceOrderEvent } from '@portal/api';
import { newestFirst } from '../values/dates';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** A text without line breaks and other control characters, any of which could begin a line of its own. */
const inOneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

const escaped = (text: string): string => inOneLine(text).replace(/[\\;,]/g, '\\$&');

const MAX_OCTETS = 75;
const encoder = new TextEncoder();

/** Continues a long line on the next one, which begins with a space. A character is never torn. */
const folded = (line: string): string => {
  let octets = 0;
  let written = '';
  for (const character of line) {
    const { length } = encoder.encode(character);
    const isFull = octets + length > MAX_OCTETS;
    written += isFull ? `\r\n ${character}` : character;
    octets = isFull ? 1 + length : octets + length;
  }
  return written;
};

/** `20260304T163000Z` */
const utc = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');

const date = (day: number): string => utc(day).slice(0, 8);

/** The midnight at which a day ends in a time zone. */
const endOfDay = (day: number, timeZone: string | undefined): number => {
  const midnight = day + DAY_MS;
  const offset = Date.parse(`${wallClock(midnight, timeZone).replace(' ', 'T')}Z`) - midnight;
  return midnight - offset;
};

/** The lines with start and end. All-day events end on the day after. */
const periodLines = (event: ServiceOrderEvent, timeZone: string | undefined): string[] => {
  const { start, end } = periodOf(event, timeZone) ?? {};
  if (!start) return [];
  if (start.isDay)
    return [
      `DTSTART;VALUE=DATE:${date(start.time)}`,
      `DTEND;VALUE=DATE:${date((end ?? start).time + DAY_MS)}`,
    ];
  const last = end?.isDay ? endOfDay(end.time, timeZone) : (end?.time ?? start.time + HOUR_MS);
  return [`DTSTART:${utc(start.time)}`, `DTEND:${utc(last)}`];
};

/** Identifies a visit of an order, also when it moves: by its summary, and which one with that summary it is. */
const keyOf = (event: ServiceOrderEvent, events: readonly ServiceOrderEvent[]): string => {
  const wordsOf = ({ summary = '' }: ServiceOrderEvent) =>
    summary.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
  const words = wordsOf(event);
  const alike = newestFirst(
    events.filter((other) => wordsOf(other) === words),
    ({ created_at }) => created_at,
  );
  return `${words}-${alike.length - alike.indexOf(event)}`;
};

interface Source {
  /** The address of the order's screen. */
  url: string;
  brand: string;
  timeZone: string | undefined;
}

/** Writes an event of an order as an iCalendar file (RFC 5545) that is made at `stamp`: a later one replaces it. */
export const calendarFile = (
  event: ServiceOrderEvent,
  { ServiceOrderNbr: number = 'order', Description: description, events }: ServiceOrder,
  { url, brand, timeZone }: Source,
  stamp: Date,
): string => {
  const isText = (text: string | undefined) => text !== undefined;
  const details = [description, event.created_by, url].filter(isText);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escaped(`-//${brand}//Orders//EN`)}`,
    'BEGIN:VEVENT',
    `UID:${escaped(`${number}-${keyOf(event, events ?? [])}@${new URL(url).hostname}`)}`,
    `SEQUENCE:${Math.floor(stamp.getTime() / MINUTE_MS)}`,
    `DTSTAMP:${utc(stamp.getTime())}`,
    ...periodLines(event, timeZone),
    `SUMMARY:${escaped([event.summary ?? description, number].filter(isText).join(' · '))}`,
    `DESCRIPTION:${details.map(escaped).join('\\n')}`,
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
};
