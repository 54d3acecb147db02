import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../platform/config/config';
import type { Channel } from '../platform/contact/contact';
import { channels } from './channels';
import { DeliveryError, type Driver } from './message';

/** Where messages are kept and printed. */
export interface Terminal {
  channel: Channel;
  directory: string;
  host: string;
  /** Absent: nobody reads the terminal. */
  print: ((text: string) => void) | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Whether a person reads standard output: a terminal, or the output of `pnpm dev`. Log collectors read JSON. */
export const isWatched = ({ devServer }: Pick<Config, 'devServer'>): boolean =>
  process.stdout.isTTY || devServer !== undefined;

/** Works without a mail server or SMS account: keeps messages as files, and prints them: framed for a person, otherwise as a line of the log. */
export const terminalDriver = ({ channel, directory, host, print, log }: Terminal): Driver => {
  const { label, extension, file: contentOf } = channels[channel].terminal;

  return {
    send: async (message) => {
      const file = join(directory, `${fileName(message.to, channel)}.${extension}`);
      const content = await contentOf(message, host);
      await mkdir(directory, { recursive: true, mode: 0o700 })
        .then(() => writeFile(file, content, { mode: 0o600 }))
        .catch((cause: unknown) => {
          throw new DeliveryError('terminal: cannot write to the outbox directory', { cause });
        });
      const { id, to, subject } = message;
      if (print) print(framed([`${label} to ${to}`, subject, `kept in ${file}`]));
      else log.warn({ message: id, channel, to, subject, file }, 'message printed, because nothing sends it');
    },
  };
};

/** `2026-11-21T10-00-00-123Z-email-ann@example.com`; characters that could leave the directory are replaced. */
const fileName = (to: string, channel: Channel) => {
  const moment = new Date().toISOString().replace(/[:.]/g, '-');
  return `${moment}-${channel}-${to.replace(/[^\w.@+-]/g, '_')}`;
};

const framed = (lines: readonly string[]) => {
  const width = Math.max(...lines.map((line) => line.length));
  const row = (line: string) => `│ ${line.padEnd(width)} │`;
  const edge = '─'.repeat(width + 2);
  return ['', `┌${edge}┐`, ...lines.map(row), `└${edge}┘`, ''].join('\n');
};
