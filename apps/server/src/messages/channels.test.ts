import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { startSmsInbox } from '../testing/sms-inbox';
import { startSmtpInbox } from '../testing/smtp-inbox';
import type { Driver } from './message';
import { mailDriver } from './mail';
import { smsDriver } from './sms';
import { terminalDriver } from './terminal';

/** A driver, the messages that it delivered, and a way to make it fail. */
interface Setup {
  driver: Driver;
  to: string;
  arrived: () => Promise<{ to: string; text: string }[]>;
  breakIt: () => Promise<void> | void;
  close: () => Promise<void>;
}

const mail = async (): Promise<Setup> => {
  let broken = false;
  const inbox = await startSmtpInbox({
    onRcptTo: (_address, _session, done) =>
      done(broken ? Object.assign(new Error('Try later'), { responseCode: 451 }) : undefined),
  });
  return {
    driver: mailDriver({ url: inbox.url, from: 'portal@acme.test', host: 'portal.test' }),
    to: 'ann@example.com',
    arrived: async () =>
      inbox.received.map(({ mail, recipients }) => ({ to: recipients.join(), text: mail.text ?? '' })),
    breakIt: () => void (broken = true),
    close: inbox.close,
  };
};

const sms = async (): Promise<Setup> => {
  const inbox = await startSmsInbox();
  return {
    driver: smsDriver({
      accountSid: 'AC1',
      authToken: 'secret',
      from: '+15005550006',
      baseUrl: new URL(inbox.url),
    }),
    to: '+12025550123',
    arrived: async () => inbox.received.map(({ to, body }) => ({ to: to ?? '', text: body ?? '' })),
    breakIt: () => inbox.refuse(503),
    close: inbox.close,
  };
};

const terminal = (channel: 'email' | 'sms', to: string) => async (): Promise<Setup> => {
  const home = await mkdtemp(join(tmpdir(), 'portal-outbox-'));
  const directory = join(home, 'outbox');
  const read = async (file: string) => {
    const content = await readFile(join(directory, file), 'utf8');
    return channel === 'sms' ? content : ((await PostalMime.parse(content)).text ?? '');
  };
  return {
    driver: terminalDriver({ channel, directory, host: 'portal.test', print: () => {} }),
    to,
    arrived: async () => {
      const files = await readdir(directory);
      return Promise.all(files.map(async (file) => ({ to: file, text: await read(file) })));
    },
    breakIt: async () => {
      await rm(directory, { recursive: true });
      await writeFile(directory, 'a file where the directory should be');
    },
    close: () => rm(home, { recursive: true }),
  };
};

const message = {
  id: 'f3b1',
  subject: 'Код',
  text: 'Ваш код – your code 👋\n\n@portal.test #123456',
  html: '<p>123456</p>',
};

describe.each([
  ['mail', mail],
  ['sms', sms],
  ['mail on the terminal', terminal('email', 'ann@example.com')],
  ['sms on the terminal', terminal('sms', '+12025550123')],
])('the driver for %s', (_name, setUp) => {
  let setup: Setup;
  beforeEach(async () => void (setup = await setUp()));
  afterEach(() => setup.close());

  test('delivers the whole text to the recipient', async () => {
    await setup.driver.send({ ...message, to: setup.to });
    const arrived = await setup.arrived();
    expect(arrived).toHaveLength(1);
    expect(arrived[0]?.to).toContain(setup.to);
    expect(arrived[0]?.text.trim()).toBe(message.text);
  });

  test('throws a retryable DeliveryError that does not name the recipient', async () => {
    await setup.driver.send({ ...message, to: setup.to });
    await setup.breakIt();
    const failure = await setup.driver.send({ ...message, to: setup.to }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'DeliveryError', isFinal: false });
    expect(String(failure)).not.toContain(setup.to);
  });
});
