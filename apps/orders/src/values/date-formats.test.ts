import { dateFormats } from './date-formats';

const american = dateFormats('en-US', 'America/Los_Angeles');
const german = dateFormats('de-DE', 'Europe/Berlin');

/** Some versions of ICU put a narrow no-break space before AM and PM. */
const plain = (text: string | undefined) => text?.replace(/\s/g, ' ');

describe('a calendar date', () => {
  test.each([
    '2026-03-04T00:00:00+00:00',
    '2026-03-04T00:00:00Z',
    '2026-03-04T00:00:00.000Z',
    '2026-03-04T00:00:00-08:00',
    '2026-03-04',
  ])('%s is the fourth of March in California and in Germany', (text) => {
    expect(american.calendarDate(text)).toBe('Mar 4, 2026');
    expect(german.calendarDate(text)).toBe('04.03.2026');
  });

  it('with a time on it is the day on which that moment falls for the user', () => {
    expect(american.calendarDate('2026-03-04T02:00:00Z')).toBe('Mar 3, 2026');
    expect(german.calendarDate('2026-03-04T02:00:00Z')).toBe('04.03.2026');
  });
});

describe('a moment', () => {
  it('is written in the locale and the time zone of the user', () => {
    expect(plain(american.moment('2026-03-05T10:00:00+00:00'))).toBe('Mar 5, 2026, 2:00 AM');
    expect(german.moment('2026-03-05T10:00:00+00:00')).toBe('05.03.2026, 11:00');
  });

  it('may carry any number of fraction digits', () => {
    expect(german.moment('2026-03-05T10:00:00.4371234+00:00')).toBe('05.03.2026, 11:00');
  });

  it('at midnight UTC is a moment and no calendar date', () => {
    expect(plain(american.moment('2026-03-05T00:00:00Z'))).toBe('Mar 4, 2026, 4:00 PM');
  });

  it('without a time gets none', () => {
    expect(american.moment('2026-03-05')).toBe('Mar 5, 2026');
  });
});

it('is written as the user’s own browser writes dates, unless another is asked for', () => {
  const { DateTimeFormat } = Intl;
  jest
    .spyOn(Intl, 'DateTimeFormat')
    .mockImplementation(
      (locale = 'de-DE', options) =>
        new DateTimeFormat(locale, { ...options, timeZone: options?.timeZone ?? 'Europe/Berlin' }),
    );
  const { calendarDate, moment } = dateFormats();
  expect(calendarDate('2026-03-04T00:00:00Z')).toBe('04.03.2026');
  expect(moment('2026-03-05T10:00:00Z')).toBe('05.03.2026, 11:00');
  jest.restoreAllMocks();
});

test.each(['soon', 'Room 7', '2026-13-45', '03/04/2026', ''])('%j is no date', (text) => {
  expect(american.calendarDate(text)).toBeUndefined();
  expect(american.moment(text)).toBeUndefined();
});
