import { startSmsInbox } from '../testing/sms-inbox';
import { smsDriver } from './sms';

const message = { id: 'f3b1', to: '+12025550123', subject: '', text: 'Code 123456', html: '' };

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
      body: 'Code 123456',
    },
  ]);
});

test.each([
  ['opted out', 400, 21610, true],
  ['no such number', 400, 21211, true],
  ['region not permitted', 400, 21408, true],
  ['any other problem with the message', 400, 21612, true],
  ['too many requests', 429, 20429, false],
  ['queue full', 400, 30001, false],
  ['handset unreachable', 400, 30003, false],
  ['unknown error', 400, 30008, false],
  ['wrong credentials, which an operator can fix', 401, 20003, false],
  ['server error', 500, 20500, false],
])('%s (%i, %i) is final: %s', async (_name, status, code, isFinal) => {
  inbox.refuse(status, code);
  await expect(driverAt(inbox.url).send(message)).rejects.toMatchObject({
    name: 'DeliveryError',
    message: `sms: ${status} ${code}`,
    isFinal,
  });
});

test.each([
  [21610, true],
  [21211, false],
])('error code %i is an opt-out: %s', async (code, isOptOut) => {
  inbox.refuse(400, code);
  await expect(driverAt(inbox.url).send(message)).rejects.toMatchObject({ isOptOut });
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
