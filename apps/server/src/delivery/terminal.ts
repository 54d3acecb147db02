import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { DeliveryError } from './delivery-error';
import type { Driver, Message } from './driver';
import { mailOf } from './mail';

interface Terminal {
  channel: 'email' | 'sms';
  /** DATA_DIR/outbox */
  directory: string;
  host: string;
  print: (text: string) => void;
}

const composer = createTransport({ streamTransport: true });

/** For a newcomer without a mail server: shows messages on the terminal and keeps them as files. */
export const terminalDriver = ({ channel, directory, host, print }: Terminal): Driver => ({
  send: async (message) => {
    const file = join(directory, fileName(message.to, channel));
    await keep(file, channel === 'email' ? await composeMail(message, host) : `${message.text}\n`);
    print(
      framed([
        `${channel === 'email' ? 'Email' : 'Text message'} to ${message.to}`,
        message.subject,
        `kept in ${file}`,
      ]),
    );
  },
});

const composeMail = async (message: Message, host: string) =>
  (await composer.sendMail(mailOf(message, `portal@${host}`, host))).message;

const keep = async (file: string, content: Parameters<typeof writeFile>[1]) => {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
    .then(() => writeFile(file, content, { mode: 0o600 }))
    .catch((cause: unknown) => {
      throw new DeliveryError('terminal: the outbox directory cannot be written', false, cause);
    });
};

/** `2026-11-21T10-00-00Z-email-ann@example.com.eml`; what could leave the directory is replaced. */
const fileName = (to: string, channel: Terminal['channel']) => {
  const moment = `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
  return `${moment}-${channel}-${to.replace(/[^\w.@+-]/g, '_')}.${channel === 'email' ? 'eml' : 'sms.txt'}`;
};

const framed = (lines: readonly string[]) => {
  const width = Math.max(...lines.map((line) => line.length));
  const row = (line: string) => `│ ${line.padEnd(width)} │`;
  const edge = '─'.repeat(width + 2);
  return ['', `┌${edge}┐`, ...lines.map(row), `└${edge}┘`, ''].join('\n');
};
