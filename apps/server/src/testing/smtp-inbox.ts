import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A received mail: parsed, with its envelope and connection. */
export interface ReceivedMail {
  mail: Email;
  recipients: string[];
  secure: boolean;
  user: string | undefined;
}

/**
 * A real SMTP server in this process that keeps the mails it receives.
 * @param options of smtp-server, to make it reject
 */
export const startSmtpInbox = async (options: SMTPServerOptions = {}) => {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    // Connections that a test leaves open do not hold up its end.
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        received.push({
          mail: await PostalMime.parse(Buffer.concat(chunks)),
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          secure: session.secure,
          user: session.user,
        });
        done();
      });
    },
    ...options,
  });
  // Some tests hang up on purpose.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;

  return {
    received,
    url: `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
};
