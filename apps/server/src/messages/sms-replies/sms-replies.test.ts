import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { inSeconds } from '../../testing/issuer';
import { useTestApp } from '../../testing/test-app';
import { twilioSignature } from '../sms/twilio';

/** Two customers of a portal at /account, and their choices. */
const useCustomers = (env: Record<string, string>) => {
  const portal = useTestApp({ PUBLIC_URL: 'https://portal.test/account/', ...env });
  beforeEach(async () => {
    await portal.addCustomer({ phone: '+12025550123' });
    await portal.addCustomer({ phone: '+12025550124' });
  });
  const customers = () => portal.database.selectFrom('customers').select('notify_sms').orderBy('phone');
  return {
    portal,
    switchTo: (isOn: boolean) => portal.database.updateTable('customers').set({ notify_sms: isOn }).execute(),
    chosen: async () => (await customers().execute()).map(({ notify_sms }) => notify_sms),
  };
};

const off = (text: string) => [text, true, false] as const;
const on = (text: string) => [text, false, true] as const;

/** Replies from the first customer, and whether they get text messages before and after. */
const replies: (readonly [text: string, before: boolean, after: boolean])[] = [
  ...['STOP', 'Stop.', ' stop all ', 'STOPP!', 'Abmelden', 'alto', 'PARAR', 'Baja'].map(off),
  ...['ARRÊT', 'arrêté', 'désabonner', 'إيقاف', 'قف', 'توقّف.', 'إلغاء'].map(off),
  ...['Start', 'UNSTOP', 'starten', 'Iniciar', 'Démarrer', 'ابدأ', 'بدء'].map(on),
  ['HELP', true, true],
  ['Do not stop', true, true],
  ['YES', false, false],
  ['', true, true],
];
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

describe('from Twilio', () => {
  const { portal, switchTo, chosen } = useCustomers({
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: '12345',
    TWILIO_FROM: '+15005550006',
  });

  const url = 'https://portal.test/account/hooks/twilio/sms';
  const send = (fields: Record<string, string>, signature?: string) => {
    const form = new URLSearchParams({ From: '+12025550123', To: '+15005550006', ...fields });
    return portal.newBrowser().postForm('/account/hooks/twilio/sms', form, {
      'x-twilio-signature': signature ?? twilioSignature('12345', url, form),
    });
  };

  test.each(replies)('%j switches the sender from %s to %s, and nobody else', async (Body, before, after) => {
    await switchTo(before);
    const response = await send({ Body });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toContain('text/xml');
    expect(response.body).toBe('<Response/>');
    expect(await chosen()).toEqual([after, before]);
  });

  test('a messaging service says what a keyword of its own means', async () => {
    await switchTo(true);
    const MessagingServiceSid = 'MG0123456789abcdef0123456789abcdef';
    await send({ Body: 'Genug', OptOutType: 'STOP', MessagingServiceSid });
    expect(await chosen()).toEqual([false, true]);
  });

  test.each(['', 'guessed'])('rejects the signature %j', async (signature) => {
    await switchTo(true);
    expect((await send({ Body: 'STOP' }, signature)).statusCode).toBe(403);
    expect(await chosen()).toEqual([true, true]);
  });

  test('has no route for Vonage', async () =>
    expect((await portal.newBrowser().post('/account/hooks/vonage/sms', {})).statusCode).toBe(404));
});

describe('from Vonage', () => {
  const secret = 'signature-secret-of-the-account';
  const { portal, switchTo, chosen } = useCustomers({
    VONAGE_API_KEY: 'abcd1234',
    VONAGE_API_SECRET: 'secret',
    VONAGE_FROM: '+15005550006',
    VONAGE_SIGNATURE_SECRET: secret,
  });

  const received = (text: string) => ({
    channel: 'sms',
    message_uuid: 'bbbbbbbb-bbbb-4ccc-8ddd-0123456789ab',
    to: '15005550006',
    from: '12025550123',
    timestamp: '2026-11-25T10:00:00Z',
    text,
    sms: { num_messages: '1', keyword: text.toUpperCase() },
  });

  /** The token that Vonage sends with a body. */
  const sign = (body: string, { key = secret, alg = 'HS256', iat = inSeconds(0) } = {}) =>
    new SignJWT({
      jti: 'c5ba8f24-1a14-4c10-bfdf-3fbe8ce511b5',
      iss: 'Vonage',
      payload_hash: createHash('sha256').update(body).digest('hex'),
      api_key: 'abcd1234',
      iat,
    })
      .setProtectedHeader({ alg, typ: 'JWT' })
      .sign(new TextEncoder().encode(key));

  const send = (body: string, token: string) =>
    portal.newBrowser().post('/account/hooks/vonage/sms', body, { authorization: `Bearer ${token}` });

  test.each([off('STOP'), on('Start')])(
    '%j switches the sender from %s to %s',
    async (text, before, after) => {
      await switchTo(before);
      const body = JSON.stringify(received(text));
      expect((await send(body, await sign(body))).statusCode).toBe(200);
      expect(await chosen()).toEqual([after, before]);
    },
  );

  test.each([
    ['delivered', undefined, true],
    ['rejected', 1050, true],
    ['rejected', 1240, false],
  ])('the status of a sent message, %s (%s): text messages stay on: %s', async (status, code, stays) => {
    await switchTo(true);
    const type = `https://developer.vonage.com/api-errors/messages#${code}`;
    const body = JSON.stringify({
      ...{ message_uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab', channel: 'sms', status },
      ...{ to: '12025550123', from: '15005550006', timestamp: '2026-11-25T10:00:00Z' },
      ...(code && { error: { type, title: code, detail: 'Illegal Number', instance: 'bf0ca0bf' } }),
    });
    expect((await send(body, await sign(body))).statusCode).toBe(200);
    expect(await chosen()).toEqual([stays, true]);
  });

  const stop = JSON.stringify(received('STOP'));

  test.each<[string, () => Promise<string>]>([
    ['no signature', async () => ''],
    ['the signature of another account', () => sign(stop, { key: 'another-secret-of-32-characters' })],
    ['the signature of another body', () => sign(JSON.stringify(received('START')))],
    ['another algorithm', () => sign(stop, { alg: 'HS512' })],
    ['a signature of the day before yesterday', () => sign(stop, { iat: inSeconds(-2 * 24 * 3600) })],
  ])('rejects %s', async (_what, token) => {
    await switchTo(true);
    expect((await send(stop, await token())).statusCode).toBe(403);
    expect(await chosen()).toEqual([true, true]);
    expect(await portal.auditLines({ event: 'secret' }, 1)).toMatchObject([
      { outcome: 'wrong', variable: 'VONAGE_SIGNATURE_SECRET' },
    ]);
  });
});
