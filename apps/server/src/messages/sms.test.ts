import { readConfig } from '../config/config';
import { startSmsInbox } from '../testing/sms-inbox';
import { isQuiet, shorten, smsDriver } from './sms';

const text = 'Ваш код – your code 👋: 123456';
const message = { id: 'f3b1', to: '+12025550123', subject: '', text, html: '' };

let inbox: Awaited<ReturnType<typeof startSmsInbox>>;
beforeAll(async () => void (inbox = await startSmsInbox()));
afterAll(() => inbox.close());

const driverAt = (baseUrl: string, from = '+15005550006') =>
  smsDriver({ accountSid: 'AC1', authToken: 'secret', from, baseUrl: new URL(baseUrl) });

test('posts a text message as a form with the account’s credentials', async () => {
  inbox.refuse();
  await driverAt(`${inbox.url}/`).send(message);
  expect(inbox.received).toEqual([
    {
      path: '/2010-04-01/Accounts/AC1/Messages.json',
      authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
      to: '+12025550123',
      from: '+15005550006',
      service: null,
      body: text,
    },
  ]);
});

test.each([
  ['opted out', 400, 21610, true],
  ['no such number', 400, 21211, true],
  ['region not permitted', 400, 21408, true],
  ['handset unreachable', 400, 30003, false],
  ['wrong credentials, which an operator can fix', 401, 20003, false],
  ['server error', 500, 20500, false],
])('%s (%i, %i) is final: %s', async (_name, status, code, isFinal) => {
  inbox.refuse(status, code);
  await expect(driverAt(inbox.url).send(message)).rejects.toMatchObject({
    name: 'DeliveryError',
    message: `sms: ${status} ${code}`,
    isFinal,
    isOptOut: code === 21610,
  });
});

test('treats an unreachable server as retryable', async () => {
  await expect(driverAt('http://127.0.0.1:1').send(message)).rejects.toMatchObject({ isFinal: false });
});

test('sends through a messaging service when TWILIO_FROM is its id', async () => {
  const service = 'MG0123456789abcdef0123456789abcdef';
  inbox.refuse();
  await driverAt(inbox.url, service).send(message);
  expect(inbox.received.at(-1)).toMatchObject({ from: null, service });
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
