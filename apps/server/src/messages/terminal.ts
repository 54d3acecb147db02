import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Channel } from '../customers/contact';
import { channels } from './channels';
import { DeliveryError, type Driver } from './message';

interface Terminal {
  channel: Channel;
  directory: string;
  host: string;
  print: (text: string) => void;
}

/** Works without a mail server or SMS account: prints messages on the terminal and keeps them as files. */
export const terminalDriver = ({ channel, directory, host, print }: Terminal): Driver => {
  const { label, extension, file: contentOf } = channels[channel].terminal;

  return {
    send: async (message) => {
      const file = join(directory, `${fileName(message.to, channel)}.${extension}`);
      const content = await contentOf(message, host);
      await mkdir(directory, { recursive: true, mode: 0o700 })
        .then(() => writeFile(file, content, { mode: 0o600 }))
        .catch((cause: unknown) => {
          throw new DeliveryError('terminal: cannot write to the outbox directory', false, cause);
        });
      print(framed([`${label} to ${message.to}`, message.subject, `kept in ${file}`]));
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
