import {
  formatBriefly,
  formatDay,
  formatMoment,
  formatRelativeDay,
  formatVisit,
  type DateStyle,
} from './dates';
import { searchableDate } from './typed-day';

/** A company whose customers are in its own time zone. */
const styleIn = (locale: string, timeZone: string, language = 'en'): DateStyle => ({
  locale,
  timeZone,
  language,
  deviceZone: timeZone,
});

const american = styleIn('en-US', 'America/Los_Angeles');
const german = styleIn('de-DE', 'Europe/Berlin');

/** Some versions of ICU insert a narrow no-break space before AM and PM. */
const spaced = (text: string | undefined) => text?.replace(/\s/g, ' ').replace('\u2060', '');

describe('a day', () => {
  it('is the same in every time zone', () => {
    expect(formatDay('2026-03-04', american)).toBe('Mar 4, 2026');
    expect(formatDay('2026-03-04', german)).toBe('04.03.2026');
  });

  it.each([
    ['2026-03-04T02:00:00Z', 'Mar 3, 2026', '04.03.2026'],
    ['2026-03-04T00:00:00Z', 'Mar 3, 2026', '04.03.2026'],
  ])('of %s is that of the moment in the company’s time zone', (text, inCalifornia, inGermany) => {
    expect(formatDay(text, american)).toBe(inCalifornia);
    expect(formatDay(text, german)).toBe(inGermany);
  });
});

describe('a moment', () => {
  it('is formatted in the user’s locale and time zone', () => {
    expect(spaced(formatMoment('2026-03-05T10:00:00+00:00', american))).toBe('Mar 5, 2026, 2:00 AM');
    expect(formatMoment('2026-03-05T10:00:00+00:00', german)).toBe('05.03.2026, 11:00');
  });

  test.each([
    '2026-03-05T10:00:00.4371234+00:00',
    '2026-03-05 10:00:00+00',
    '2026-03-05T10:00:00+0000',
    '2026-03-05 11:00:00.000 +01:00',
    '2026-03-05 10:00:00',
    '1772704800000',
    'Thu, 05 Mar 2026 10:00:00 GMT',
  ])('may be written as %s', (text) => {
    expect(formatMoment(text, german)).toBe('05.03.2026, 11:00');
  });

  it('at midnight UTC is not a calendar date', () => {
    expect(spaced(formatMoment('2026-03-05T00:00:00Z', american))).toBe('Mar 4, 2026, 4:00 PM');
  });

  it('without a time of day shows only the date', () => {
    expect(formatMoment('2026-03-05', american)).toBe('Mar 5, 2026');
  });
});

test.each(['soon', 'Room 7', '2026-13-45', '2026-02-30', '2026-02-29T10:00:00Z', '03/04/2026', '2026', ''])(
  'returns undefined for %j',
  (text) => {
    expect(formatDay(text, american)).toBeUndefined();
    expect(formatMoment(text, american)).toBeUndefined();
  },
);

test.each([
  [american, ['March 4, 2026', '03/04/2026', '3/4/2026', '03/2026', '3/2026', '2026-03-04']],
  [german, ['4. März 2026', '04.03.2026', '4.3.2026', '03.2026', '3.2026', '2026-03-04']],
  [styleIn('ar-EG', 'Africa/Cairo'), ['04/03/2026', '4/3/2026', '03/2026', '2026-03-04']],
])('is found as customers of each locale type it', (style, typed) => {
  expect(searchableDate('2026-03-04', style)).toEqual(expect.arrayContaining(typed));
  expect(searchableDate('2026-03-04T12:00:00Z', style)).toEqual(expect.arrayContaining(typed));
});

test('a moment is found by the day it has where the user is', () => {
  expect(searchableDate('2026-03-05T02:00:00Z', american)).toContain('2026-03-04');
  expect(searchableDate('2026-03-05', american)).toContain('2026-03-05');
  expect(searchableDate('soon', american)).toEqual(['soon']);
});

describe('a day near to today', () => {
  const now = new Date('2026-03-04T20:00:00Z');

  it('is in the language of the page', () => {
    expect(formatRelativeDay('2026-03-03', now, styleIn('de-DE', 'UTC'))).toBe('yesterday');
    expect(formatRelativeDay('2026-03-03', now, styleIn('en-US', 'UTC', 'de'))).toBe('gestern');
    expect(formatRelativeDay('2026-02-26', now, styleIn('en-US', 'UTC'))).toBe('6 days ago');
  });

  test.each(['America/Los_Angeles', 'Pacific/Auckland'])('is the same calendar date in %s', (timeZone) => {
    const today = new Intl.DateTimeFormat('sv', { timeZone }).format(now);
    expect(formatRelativeDay(today, now, styleIn('en', timeZone))).toBe('today');
  });
});

test.each([
  ['2026-12-03T16:00:00Z', '2026-12-03T18:00:00Z', 'Thursday, December 3, 8:00 – 10:00 AM'],
  [
    '2026-12-03T16:00:00Z',
    '2026-12-05T00:00:00Z',
    'Thursday, December 3 at 8:00 AM – Friday, December 4 at 4:00 PM',
  ],
  ['2026-12-03T16:00:00Z', '2026-12-03T15:00:00Z', 'Thursday, December 3 at 8:00 AM'],
  ['2027-01-04T16:00:00Z', undefined, 'Monday, January 4, 2027 at 8:00 AM'],
  ['2026-12-03', undefined, 'Thursday, December 3'],
  ['2026-12-03', '2026-12-03T18:00:00Z', 'Thursday, December 3'],
  ['2026-12-03', '2026-12-04T18:00:00Z', 'Thursday, December 3 – Friday, December 4'],
  ['2026-12-03', '2026-12-04', 'Thursday, December 3 – Friday, December 4'],
  ['2026-12-03T16:00:00Z', '2026-12-03', 'Thursday, December 3 at 8:00 AM'],
  ['2026-12-03T16:00:00Z', '2026-12-04', 'Thursday, December 3 at 8:00 AM – Friday, December 4'],
  [
    '2026-12-04T06:00:00Z',
    '2026-12-04T08:00:00Z',
    'Thursday, December 3 at 10:00 PM – Friday, December 4 at 12:00 AM',
  ],
  ['soon', '2026-12-03T18:00:00Z', undefined],
  [undefined, '2026-12-03T18:00:00Z', undefined],
])('a visit from %s to %s is on %s', (created_at, ends_at, text) => {
  const period = formatVisit({ created_at, ends_at }, new Date('2026-11-30T20:00:00Z'), american);
  expect(spaced(period)).toBe(text);
});

test.each([
  '2026-12-03T00:00:00Z',
  '2026-12-03T00:00:00.000+00:00',
  '2026-12-03T00:00',
  '2026-12-03 00:00:00',
  '2026-12-02T24:00:00Z',
  '2026-12-02T16:00-08:00',
  'Thu, 03 Dec 2026 00:00:00 GMT',
])('a visit at %s has its time', (created_at) => {
  const now = new Date('2026-11-30T20:00:00Z');
  expect(spaced(formatVisit({ created_at }, now, american))).toBe('Wednesday, December 2 at 4:00 PM');
  const ends_at = '2026-12-03T01:00:00Z';
  expect(spaced(formatVisit({ created_at, ends_at }, now, american))).toBe(
    'Wednesday, December 2, 4:00 – 5:00 PM',
  );
});

test.each([
  ['2026-12-03T16:00:00Z', '2026-12-03T18:00:00Z', 'Thursday, December 3, 8:00 – 10:00 AM PST'],
  ['2026-10-26T16:00:00Z', undefined, 'Monday, October 26 at 9:00 AM PDT'],
  ['2026-12-03', undefined, 'Thursday, December 3'],
])('far from the company, a visit from %s to %s is on %s', (created_at, ends_at, text) => {
  const abroad = { ...american, deviceZone: 'Asia/Tokyo' };
  expect(spaced(formatVisit({ created_at, ends_at }, new Date('2026-10-20T20:00:00Z'), abroad))).toBe(text);
});

test.each([
  ['2026-03-05T10:00:00Z', 'Europe/Berlin', 'Europe/Vienna', 'Mar 5, 2026, 11:00 AM'],
  ['2026-03-05T17:00:00Z', 'America/Denver', 'America/Phoenix', 'Mar 5, 2026, 10:00 AM'],
  ['2026-07-05T17:00:00Z', 'America/Denver', 'America/Phoenix', 'Jul 5, 2026, 11:00 AM MDT'],
])('at %s, the zone %s is named in %s only if its clocks differ', (at, timeZone, deviceZone, text) => {
  expect(spaced(formatMoment(at, { ...american, timeZone, deviceZone }))).toBe(text);
});

test.each([
  ['2026-12-03T16:00:00Z', '2026-12-03T18:00:00Z', 'Thu, Dec 3', '8:00 – 10:00 AM'],
  ['2026-12-03T16:00:00Z', undefined, 'Thu, Dec 3', '8:00 AM'],
  ['2026-12-03T16:00:00Z', '2026-12-05T00:00:00Z', 'Thu, Dec 3 – Fri, Dec 4', undefined],
  ['2027-12-03', undefined, 'Fri, Dec 3, 2027', undefined],
])('in a column, a visit from %s to %s is on %s, at %s', (created_at, ends_at, day, time) => {
  const written = (only: 'day' | 'time') =>
    formatVisit({ created_at, ends_at }, new Date('2026-11-30T20:00:00Z'), american, {
      width: 'short',
      only,
    });
  expect([spaced(written('day')), spaced(written('time'))]).toEqual([day, time]);
});

test.each([
  ['2026-03-05T10:00:00+00:00', 'Mar 5, 2:00 AM'],
  ['2026-01-01T07:00:00Z', 'Dec 31, 2025'],
  ['2026-03-05', 'Mar 5, 2026'],
  ['soon', undefined],
])('in few words, %s is %s', (text, brief) => {
  expect(spaced(formatBriefly(text, american, new Date('2026-03-06T20:00:00Z')))).toBe(brief);
});

test('the times of a visit stay on one line', () => {
  const visit = { created_at: '2026-12-03T16:00:00Z', ends_at: '2026-12-03T18:00:00Z' };
  expect(formatVisit(visit, new Date('2026-11-30T20:00:00Z'), american)).toMatch(
    /8:00\u00a0–\u2060\u00a010:00\u00a0AM$/,
  );
});

test('the words of a visit are in the language of the page, in the order of the user’s region', () => {
  const event = { created_at: '2026-12-03T07:00:00Z', ends_at: '2026-12-03T09:00:00Z' };
  const now = new Date('2026-11-30T20:00:00Z');
  expect(spaced(formatVisit(event, now, german))).toMatch(/^Thursday,? 3 December, 08:00\s?–\s?10:00$/);
  expect(spaced(formatVisit(event, now, styleIn('en-US', 'Europe/Berlin', 'de')))).toContain('3. Dezember');
});
