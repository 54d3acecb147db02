import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { terminalDriver } from './terminal';

const TEXT = 'Ваш код – your code 👋\n\n@portal.test #123456';

let directory: string;
const printed: string[] = [];
const logged: unknown[] = [];
beforeEach(async () => {
  printed.length = 0;
  directory = await mkdtemp(join(tmpdir(), 'portal-outbox-'));
});
afterEach(() => rm(directory, { recursive: true }));

const send = (to: string, channel: 'email' | 'sms' = 'email', isWatched = true) =>
  terminalDriver({
    channel,
    directory,
    host: 'portal.test',
    print: isWatched ? (text) => printed.push(text) : undefined,
    log: { warn: (...line: unknown[]) => void logged.push(line) },
  }).send({
    id: 'f3b1',
    to,
    subject: '123456 is your Acme access code',
    text: TEXT,
    html: '<p>123456</p>',
  });

test('prints the code in a frame', async () => {
  await send('ann@example.com');
  const lines = printed.at(-1)?.trim().split('\n') ?? [];
  expect(lines[0]).toMatch(/^┌─+┐$/);
  expect(lines[1]).toContain('Email to ann@example.com');
  expect(lines[2]).toContain('123456 is your Acme access code');
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
});

test('names the file by time, channel and recipient; only its owner can read it', async () => {
  await send('ann@example.com');
  await send('+12025550123', 'sms');
  const files = await readdir(directory);
  expect(files).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-email-ann@example\.com\.eml$/),
    expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-sms-\+12025550123\.sms\.txt$/),
  ]);
  for (const file of files) expect((await stat(join(directory, file))).mode & 0o777).toBe(0o600);
  const [mail = '', sms] = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
  expect((await PostalMime.parse(mail)).text?.trim()).toBe(TEXT);
  expect(sms).toBe(`${TEXT}\n`);
});

test('is a line of the log where nobody watches a terminal', async () => {
  await send('ann@example.com', 'email', false);
  expect(printed).toEqual([]);
  expect(logged.at(-1)).toEqual([
    {
      message: 'f3b1',
      channel: 'email',
      to: 'ann@example.com',
      subject: '123456 is your Acme access code',
      file: expect.stringContaining(directory),
    },
    expect.stringMatching(/nothing sends it/),
  ]);
});

test('tries again when the directory cannot be written, without naming the recipient', async () => {
  await rm(directory, { recursive: true });
  await writeFile(directory, 'a file where the directory should be');
  const failure = await send('ann@example.com').catch((error: unknown) => error);
  expect(failure).toMatchObject({
    name: 'DeliveryError',
    fault: expect.not.objectContaining({ isFinal: true }),
  });
  expect(String(failure)).not.toContain('ann@');
});

test('no address can escape the directory', async () => {
  await send('../../etc/passwd@example.com');
  expect(await readdir(directory)).toEqual([expect.stringContaining('.._.._etc_passwd@example.com.eml')]);
});
