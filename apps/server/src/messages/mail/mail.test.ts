import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { SMTPServerOptions } from 'smtp-server';
import { listenLocally } from '../../testing/listen-locally';
import { startSmtpInbox } from '../../testing/smtp-inbox';
import { mailDriver } from './mail';

const message = {
  id: 'f3b1',
  to: 'ann@example.com',
  subject: 'Your code',
  text: 'Ваш код – your code 👋: 123456',
  html: '<p>123456</p>',
  replyTo: 'service@acme.test',
};

const refusal = (responseCode: number, message = 'Refused') =>
  Object.assign(new Error(message), { responseCode });

/** Refuses a sender or a recipient. */
const refuse =
  (...reason: Parameters<typeof refusal>): NonNullable<SMTPServerOptions['onRcptTo']> =>
  (_address, _session, done) =>
    done(refusal(...reason));

const driverFor = (url: string, attemptMs?: number) =>
  mailDriver({ url, from: 'Acme <portal@acme.test>', host: 'portal.test', connections: 2 }, attemptMs);

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
      replyTo: [{ name: '', address: 'service@acme.test' }],
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
    fault: { isFinal: false },
    message: 'mail: EAUTH Invalid login: 535 Refused',
  });
});

test.each<[string, SMTPServerOptions, boolean]>([
  ['of the recipient for now', { onRcptTo: refuse(421) }, false],
  ['of the recipient', { onRcptTo: refuse(550) }, true],
  [
    'of the whole email',
    { onData: (stream, _session, done) => stream.on('end', () => done(refusal(552))).resume() },
    true,
  ],
])('a rejection %s is final or not', async (_what, options, isFinal) => {
  const { failure } = await sendThrough(options);
  expect(failure).toMatchObject({ name: 'DeliveryError', fault: { isFinal } });
});

test('treats a refused connection as retryable', async () => {
  const sending = driverFor('smtp://127.0.0.1:1').send(message);
  const fault = { name: 'DeliveryError', fault: { isFinal: false, isUnanswered: false } };
  await expect(sending).rejects.toMatchObject(fault);
});

test.each<[string, SMTPServerOptions, boolean]>([
  ['the recipient', { onRcptTo: () => {} }, false],
  ['the email, which it may have accepted', { onData: (stream) => void stream.resume() }, true],
])('gives up on a server that never answers to %s', async (_what, options, isUnanswered) => {
  const inbox = await startSmtpInbox(options);
  const driver = driverFor(inbox.url, 300);
  await expect(driver.send(message)).rejects.toMatchObject({
    name: 'DeliveryError',
    message: 'mail: took too long',
    fault: { isFinal: false, isUnanswered },
  });
  await inbox.close();
});

test('a server that hangs up after the email gets no second one at once', async () => {
  let count = 0;
  const server = createServer((socket) => {
    socket.write('220 portal.test\r\n');
    createInterface(socket).on('line', (line) => {
      if (/^(EHLO|MAIL|RCPT)/.test(line)) socket.write('250 OK\r\n');
      if (line === 'DATA') socket.write('354 Go on\r\n');
      if (line === '.') {
        count += 1;
        socket.destroy();
      }
    });
  });
  const url = await listenLocally(server);
  const sending = driverFor(url.replace('http:', 'smtp:')).send(message);
  await expect(sending).rejects.toMatchObject({ fault: { isFinal: false, isUnanswered: true } });
  expect(count).toBe(1);
  server.close();
});

test('sends one email after the other over one connection', async () => {
  let connections = 0;
  const inbox = await startSmtpInbox({
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
  });
  const driver = driverFor(inbox.url);
  for (const id of ['1', '2', '3']) await driver.send({ ...message, id });
  expect(inbox.received).toHaveLength(3);
  expect(connections).toBe(1);
  await inbox.close();
});

test('keeps the reason of the server, without addresses and codes', async () => {
  const { failure } = await sendThrough({
    disabledCommands: ['STARTTLS'],
    onRcptTo: refuse(550, '<ann@example.com> User unknown, "123456 is your code"'),
  });
  expect(failure).toMatchObject({
    message: expect.stringMatching(/^mail: EENVELOPE .*550 <…> User unknown, "… is your code"$/),
  });
});

test.each<[string, SMTPServerOptions, string?]>([
  ['Authentication required', { onMailFrom: refuse(530, 'Authentication required') }],
  ['Sender not allowed', { onMailFrom: refuse(550, 'Sender not allowed') }],
  ['STARTTLS', {}, '&requireTLS=true'],
])('"%s" delays messages, and is a problem that the doctor names', async (reason, options, query = '') => {
  const inbox = await startSmtpInbox({ disabledCommands: ['STARTTLS'], ...options });
  const driver = driverFor(inbox.url + query);
  await expect(driver.send(message)).rejects.toMatchObject({ fault: { isFinal: false } });
  expect(await driver.check()).toContain(reason);
  await inbox.close();
});

test('the doctor’s check of a working server sends nothing', async () => {
  const inbox = await startSmtpInbox();
  expect(await driverFor(inbox.url).check()).toBeUndefined();
  await inbox.close();
  expect(inbox.received).toEqual([]);
});
