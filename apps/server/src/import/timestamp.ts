import * as v from 'valibot';

const iso8601 =
  /^(?<day>[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?<time>T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)?(?<offset>Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/;

/** `new Date('2026-02-30')` is the second of March: a day exists when it comes back as it went in. */
const dayExists = (day: string): boolean => new Date(day).toISOString().startsWith(day);

const withColon = (offset: string): string => offset.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');

/** Without an offset, browsers would read a time as their own local time: all readers get UTC. */
const withOffset = (text: string): string | undefined => {
  const { day = '', time, offset } = iso8601.exec(text)?.groups ?? {};
  if (!day || !dayExists(day) || (offset && !time)) return undefined;
  return time ? `${day}${time}${withColon(offset ?? 'Z')}` : day;
};

const reason = 'is not a date, which is written like 2026-03-05 or 2026-03-05T10:00:00+01:00';

/**
 * An ISO 8601 date or time; a time without an offset is taken as UTC.
 * ERPs send any number of fraction digits, and offsets with and without a colon.
 */
export const timestamp = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = withOffset(dataset.value);
    if (read !== undefined) return read;
    addIssue({ message: reason });
    return NEVER;
  }),
);
