import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SMTPServer } from 'smtp-server';

/** A real SMTP server on loopback that keeps every mail as a file; a mail is there whole or not at all. */
export const startMailServer = async (port: number, directory: string): Promise<SMTPServer> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const file = join(directory, randomUUID());
      pipeline(stream, createWriteStream(file))
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
