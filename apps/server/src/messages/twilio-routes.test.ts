import { useTestApp } from '../testing/test-app';
import { twilioSignature } from './twilio-routes';

const portal = useTestApp({
  PUBLIC_URL: 'https://portal.test/account/',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: '12345',
  TWILIO_FROM: '+15005550006',
});
beforeEach(async () => {
  await portal.addCustomer({ phone: '+12025550123' });
  await portal.addCustomer({ phone: '+12025550124' });
});

const url = 'https://portal.test/account/hooks/twilio/sms';

const send = (fields: Record<string, string>, signature?: string) => {
  const form = new URLSearchParams({ From: '+12025550123', To: '+15005550006', ...fields });
  return portal.newBrowser().postForm('/account/hooks/twilio/sms', form, {
    'x-twilio-signature': signature ?? twilioSignature('12345', url, form),
  });
};

const switchTo = (isOn: boolean) =>
  portal.database.updateTable('customers').set({ notify_sms: isOn }).execute();

const chosen = async () =>
  (await portal.database.selectFrom('customers').select('notify_sms').orderBy('phone').execute()).map(
    ({ notify_sms }) => notify_sms,
  );

test('signs as Twilio documents it', () => {
  const form = new URLSearchParams({
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675310',
    Digits: '1234',
    From: '+14158675310',
    To: '+18005551212',
  });
  expect(twilioSignature('12345', 'https://example.com/myapp.php?foo=1&bar=2', form)).toBe(
    'L/OH5YylLD5NRKLltdqwSvS0BnU=',
  );
});

test.each<[Record<string, string>, boolean, boolean[]]>([
  [{ Body: 'STOP' }, true, [false, true]],
  [{ Body: 'arrêté' }, true, [false, true]],
  [{ Body: 'Please', OptOutType: 'STOP' }, true, [false, true]],
  [{ Body: 'Start' }, false, [true, false]],
  [{ Body: 'HELP' }, true, [true, true]],
  [{ Body: 'Do not stop' }, true, [true, true]],
  [{ Body: 'YES' }, true, [true, true]],
])('%j turns %s for all into %j for the sender and another', async (fields, before, after) => {
  await switchTo(before);
  const response = await send(fields);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toContain('text/xml');
  expect(response.body).toBe('<Response/>');
  expect(await chosen()).toEqual(after);
});

test.each(['', 'guessed'])('rejects the signature %j', async (signature) => {
  await switchTo(true);
  expect((await send({ Body: 'STOP' }, signature)).statusCode).toBe(403);
  expect(await chosen()).toEqual([true, true]);
});
