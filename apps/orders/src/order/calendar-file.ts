import { periodOf, wallClock, type ServiceOrder, type ServiceOrderEvent } from '@portal/api';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Without line breaks and other control characters, which could begin a line of their own. */
const escaped = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replace(/[\\;,]/g, '\\$&');

/** Continues a line of more than 75 octets on the next one, between characters. */
const folded = (line: string): string => {
  let octets = 0;
  return line.replace(/./gsu, (character) => {
    const { length } = new TextEncoder().encode(character);
    octets += length;
    if (octets <= 75) return character;
    octets = length + 1;
    return `\r\n ${character}`;
  });
};

/** `20260304T163000Z` */
const utc = (time: number): string => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '');

/** The lines with start and end. The end of a day is the next day, or its midnight in the company's time zone. */
const periodLines = (event: ServiceOrderEvent, timeZone: string | undefined): string[] => {
  const { start, end } = periodOf(event, timeZone) ?? {};
  if (!start) return [];
  const midnight = (end ?? start).time + DAY_MS;
  if (start.isDay)
    return [
      `DTSTART;VALUE=DATE:${utc(start.time).slice(0, 8)}`,
      `DTEND;VALUE=DATE:${utc(midnight).slice(0, 8)}`,
    ];
  const offset = Date.parse(`${wallClock(midnight, timeZone).replace(' ', 'T')}Z`) - midnight;
  const last = end?.isDay ? midnight - offset : (end?.time ?? start.time + HOUR_MS);
  return [`DTSTART:${utc(start.time)}`, `DTEND:${utc(last)}`];
};

/** Identifies a visit of an order, also when it moves: by its summary, and which one with that summary it is. */
const keyOf = (event: ServiceOrderEvent, events: readonly ServiceOrderEvent[]): string => {
  const wordsOf = ({ summary = '' }: ServiceOrderEvent) =>
    summary.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
  const words = wordsOf(event);
  const alike = events.filter((one) => wordsOf(one) === words);
  return `${words}-${alike.length - alike.indexOf(event)}`;
};

/** Writes an event of an order, whose screen is at `url`, as an iCalendar file (RFC 5545). One with a later `stamp` replaces it. */
export const calendarFile = (
  event: ServiceOrderEvent,
  { ServiceOrderNbr: number = 'order', Description: description, events }: ServiceOrder,
  { url, brand, timeZone }: { url: string; brand: string; timeZone: string | undefined },
  stamp: Date,
): string => {
  const details = [description, event.created_by, url].flatMap((text) => (text ? [escaped(text)] : []));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${escaped(`-//${brand}//Orders//EN`)}`,
    'BEGIN:VEVENT',
    `UID:${escaped(`${number}-${keyOf(event, events)}@${new URL(url).hostname}`)}`,
    `SEQUENCE:${Math.floor(stamp.getTime() / MINUTE_MS)}`,
    `DTSTAMP:${utc(stamp.getTime())}`,
    ...periodLines(event, timeZone),
    `SUMMARY:${escaped([event.summary ?? description, number].filter(Boolean).join(' · '))}`,
    `DESCRIPTION:${details.join('\\n')}`,
    ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  return lines.map(folded).join('\r\n');
};
