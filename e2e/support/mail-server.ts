import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SMTPServer } from 'smtp-server';

/**
 * A real SMTP server on loopback. It keeps each mail as `<recipient>/<id>.eml`, which appears when it is whole.
 * @param full the addresses whose mailboxes take no mail
 */
export const startMailServer = async (
  port: number,
  directory: string,
  full: ReadonlySet<string> = new Set(),
): Promise<SMTPServer> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const refusal = Object.assign(new Error('The mailbox is full'), { responseCode: 552 });
      callback(full.has(address) ? refusal : null);
    },
    onData(stream, { envelope }, callback) {
      const inbox = join(directory, envelope.rcptTo[0]?.address ?? 'nobody');
      const file = join(inbox, randomUUID());
      mkdir(inbox, { recursive: true })
        .then(() => pipeline(stream, createWriteStream(file)))
        .then(() => rename(file, `${file}.eml`))
        .then(
          () => callback(),
          (error: Error) => callback(error),
        );
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
};
