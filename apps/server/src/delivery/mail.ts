import { createTransport, type SendMailOptions } from 'nodemailer';
import { isLoopback } from '@portal/contract';
import { DeliveryError, type Message, type Service } from './driver';

/** One attempt must end well within the worker's lease. */
const timeoutsMs = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Limits the whole attempt: a server that answers each command slowly exceeds none of the other timeouts. */
const ATTEMPT_MS = 45_000;

const timeLimit = (ms: number) => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeliveryError('mail: took too long', false)), ms);
  });
  return { over, clear: () => clearTimeout(timer) };
};

/** The Message-ID stays the same on every retry. */
const mailOf = (
  { id, to, subject, text, html, headers }: Message,
  from: string,
  host: string,
): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId: `<${id}@${host}>`,
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...headers },
});

const composer = createTransport({ streamTransport: true });

/** The content of an .eml file. */
export const mailFile = async (message: Message, host: string) =>
  (await composer.sendMail(mailOf(message, `portal@${host}`, host))).message;

/** A 5xx is final (RFC 5321 section 4.2.1), except a wrong login: the operator can fix that. */
const isFinal = (error: unknown) =>
  error instanceof Error &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500 &&
  !('code' in error && error.code === 'EAUTH');

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error
    ? `mail: ${String(error.code)} ${'responseCode' in error ? String(error.responseCode) : ''}`.trim()
    : 'mail: not sent';

/**
 * Sends mail by SMTP.
 * @param url SMTP_URL; its query holds nodemailer's options, such as `?requireTLS=true`
 * @param from MAIL_FROM
 * @param host the domain of every Message-ID
 * @param attemptMs how long one attempt may take
 */
export const mailDriver = ({
  url,
  from,
  host,
  attemptMs = ATTEMPT_MS,
}: {
  url: string;
  from: string;
  host: string;
  attemptMs?: number;
}): Service => {
  const transport = createTransport({ url, ...timeoutsMs });

  /** Connects and logs in; undefined when both work. */
  const tryOut = (requireTLS: boolean): Promise<string | undefined> =>
    createTransport({ url, ...timeoutsMs, requireTLS })
      .verify()
      .then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );

  return {
    check: async () => {
      if ((await tryOut(true)) === undefined) return undefined;
      const fault = await tryOut(false);
      if (fault !== undefined) return `${fault}. Check SMTP_URL: server, port, user and password.`;
      return isLoopback(new URL(url))
        ? undefined
        : 'The server offers no encryption: passwords and codes can be read on the way. Use its encrypted port (smtps://…:465, or smtp://…:587).';
    },
    send: async (message) => {
      const limit = timeLimit(attemptMs);
      const sent = transport.sendMail(mailOf(message, from, host)).catch((cause: unknown) => {
        throw new DeliveryError(reasonOf(cause), isFinal(cause), cause);
      });
      await Promise.race([sent, limit.over]).finally(limit.clear);
    },
  };
};
