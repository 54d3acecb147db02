import { readConfig } from '../config';
import { isQuiet } from './quiet-hours';

const hoursOf = (SMS_QUIET_HOURS: string, TIME_ZONE: string) =>
  readConfig({ SMS_QUIET_HOURS, TIME_ZONE }, '/').sms.quietHours;

test.each([
  ['21:00-08:00', 'UTC', '2026-03-04T20:59:59Z', false],
  ['21:00-08:00', 'UTC', '2026-03-04T21:00:00Z', true],
  ['21:00-08:00', 'UTC', '2026-03-05T00:00:00Z', true],
  ['21:00-08:00', 'UTC', '2026-03-05T07:59:59Z', true],
  ['21:00-08:00', 'UTC', '2026-03-05T08:00:00Z', false],
  ['12:00-13:30', 'UTC', '2026-03-04T13:29:00Z', true],
  ['12:00-13:30', 'UTC', '2026-03-04T13:30:00Z', false],
  ['21:00-08:00', 'America/New_York', '2026-03-05T01:59:00Z', false],
  ['21:00-08:00', 'America/New_York', '2026-03-05T02:00:00Z', true],
  // Daylight saving time: one hour earlier in UTC.
  ['21:00-08:00', 'America/New_York', '2026-07-05T01:00:00Z', true],
])('%s in %s at %s: quiet is %s', (hours, zone, now, quiet) =>
  expect(isQuiet(hoursOf(hours, zone), new Date(now))).toBe(quiet),
);

test('is never quiet without quiet hours', () => {
  expect(isQuiet(undefined, new Date('2026-03-05T00:00:00Z'))).toBe(false);
});
