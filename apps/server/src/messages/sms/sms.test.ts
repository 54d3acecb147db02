import { readConfig } from '../../variables';
import { canReply } from './providers';
import { isQuiet, shorten } from './sms';

test.each<[string, Record<string, string>, boolean]>([
  ['the terminal', {}, true],
  ['a number at Twilio', { TWILIO_FROM: '+15005550006' }, true],
  ['a messaging service', { TWILIO_FROM: 'MG0123456789abcdef0123456789abcdef' }, true],
  ['a name at Twilio', { TWILIO_FROM: 'Acme' }, false],
  ['a number at Vonage', { VONAGE_FROM: '+15005550006', VONAGE_SIGNATURE_SECRET: 's' }, true],
  ['a number at Vonage that sends no signed replies', { VONAGE_FROM: '+15005550006' }, false],
  ['a name at Vonage', { VONAGE_FROM: 'Acme', VONAGE_SIGNATURE_SECRET: 's' }, false],
])('customers can reply to %s: %j, %s', (_sender, env, expected) => {
  const accounts = {
    ...(env['TWILIO_FROM'] && { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token' }),
    ...(env['VONAGE_FROM'] && { VONAGE_API_KEY: 'abcd1234', VONAGE_API_SECRET: 'secret' }),
  };
  expect(canReply(readConfig({ ...accounts, ...env }, '/'))).toBe(expected);
});

test('shortens a text without splitting a character', () => expect(shorten('👋👋👋', 4)).toBe('👋…'));

const hoursOf = (SMS_QUIET_HOURS: string, TIME_ZONE: string) =>
  readConfig({ SMS_QUIET_HOURS, TIME_ZONE }, '/').sms.quietHours;

test.each([
  ['21:00-08:00', 'UTC', '2026-03-04T20:59:59Z', false],
  ['21:00-08:00', 'UTC', '2026-03-04T21:00:00Z', true],
  ['21:00-08:00', 'UTC', '2026-03-05T08:00:00Z', false],
  ['12:00-13:30', 'UTC', '2026-03-04T13:30:00Z', false],
  ['21:00-08:00', 'America/New_York', '2026-03-05T01:59:00Z', false],
  // Daylight saving time: one hour earlier in UTC.
  ['21:00-08:00', 'America/New_York', '2026-07-05T01:00:00Z', true],
])('%s in %s at %s: quiet is %s', (hours, zone, now, quiet) =>
  expect(isQuiet(hoursOf(hours, zone), new Date(now))).toBe(quiet),
);
