import type { SMTPServerOptions } from 'smtp-server';
import { startSmtpInbox } from '../testing/smtp-inbox';
import { mailDriver } from './mail';

const message = {
  id: 'f3b1',
  to: 'ann@example.com',
  subject: 'Your code',
  text: 'Ваш код – your code 👋: 123456',
  html: '<p>123456</p>',
};

const refusal = (responseCode: number) => Object.assign(new Error('Refused'), { responseCode });

const driverFor = (url: string, attemptMs?: number) =>
  mailDriver({ url, from: 'Acme <portal@acme.test>', host: 'portal.test' }, attemptMs);

const sendThrough = async (options: SMTPServerOptions, login = '') => {
  const inbox = await startSmtpInbox(options);
  const url = inbox.url.replace('smtp://', `smtp://${login}`);
  const driver = driverFor(url);
  const failure = await driver.send(message).catch((error: unknown) => error);
  await inbox.close();
  return { received: inbox.received, failure };
};

test('sends an email over STARTTLS, with both bodies and a stable message id', async () => {
  const { received } = await sendThrough({});
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({
    secure: true,
    recipients: ['ann@example.com'],
    mail: {
      from: { name: 'Acme', address: 'portal@acme.test' },
      subject: 'Your code',
      messageId: '<f3b1@portal.test>',
      text: message.text,
      html: expect.stringContaining('<p>123456</p>'),
    },
  });
  expect(received[0]?.mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

test('authenticates with the credentials of SMTP_URL', async () => {
  const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _session, done) =>
    password === 's3cret' ? done(null, { user: username }) : done(refusal(535));
  const { received } = await sendThrough({ authOptional: false, onAuth }, 'portal:s3cret@');
  expect(received[0]?.user).toBe('portal');
  expect((await sendThrough({ authOptional: false, onAuth }, 'portal:wrong@')).failure).toMatchObject({
    name: 'DeliveryError',
    isFinal: false,
    message: 'mail: EAUTH Invalid login: 535 Refused',
  });
});

test.each([
  [421, false],
  [550, true],
])('rejecting a recipient with %i is final: %s', async (code, isFinal) => {
  const { failure } = await sendThrough({ onRcptTo: (_address, _session, done) => done(refusal(code)) });
  expect(failure).toMatchObject({ name: 'DeliveryError', isFinal });
});

test('reports a rejection after the whole email was sent', async () => {
  const { failure } = await sendThrough({
    onData: (stream, _session, done) => {
      stream.on('end', () => done(refusal(552)));
      stream.resume();
    },
  });
  expect(failure).toMatchObject({ name: 'DeliveryError', isFinal: true });
});

test('treats a refused connection as retryable', async () => {
  const sending = driverFor('smtp://127.0.0.1:1').send(message);
  await expect(sending).rejects.toMatchObject({ name: 'DeliveryError', isFinal: false });
});

test('gives up on a server that never finishes', async () => {
  const inbox = await startSmtpInbox({ onData: (stream) => void stream.resume() });
  const driver = driverFor(inbox.url, 300);
  await expect(driver.send(message)).rejects.toMatchObject({
    name: 'DeliveryError',
    message: 'mail: took too long',
    isFinal: false,
  });
  await inbox.close();
});

test('keeps the reason of the server, without addresses and codes', async () => {
  const { failure } = await sendThrough({
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(refusal(550), { message: '<ann@example.com> User unknown, "123456 is your code"' })),
  });
  expect(failure).toMatchObject({
    message: expect.stringMatching(/^mail: EENVELOPE .*550 <…> User unknown, "… is your code"$/),
  });
});

describe.each<[string, SMTPServerOptions, string]>([
  [
    'demands a login that SMTP_URL lacks',
    {
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(refusal(530), { message: 'Authentication required' })),
    },
    '',
  ],
  [
    'refuses the sender',
    {
      disabledCommands: ['STARTTLS'],
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(refusal(550), { message: 'Sender not allowed' })),
    },
    '',
  ],
  ['has no TLS, which SMTP_URL requires', { disabledCommands: ['STARTTLS'] }, '&requireTLS=true'],
])('a server that %s', (_what, options, query) => {
  let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
  beforeEach(async () => void (inbox = await startSmtpInbox(options)));
  afterEach(() => inbox.close());

  test('delays messages', async () => {
    await expect(driverFor(inbox.url + query).send(message)).rejects.toMatchObject({ isFinal: false });
  });

  test('is a problem that the doctor names', async () => {
    expect(await driverFor(inbox.url + query).check()).toMatch(
      /Authentication required|Sender not allowed|STARTTLS/,
    );
  });
});

test('the doctor’s check of a working server sends nothing', async () => {
  const inbox = await startSmtpInbox();
  expect(await driverFor(inbox.url).check()).toBeUndefined();
  await inbox.close();
  expect(inbox.received).toEqual([]);
});
