import { PassThrough } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SMTPError } from 'nodemailer/lib/smtp-connection';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { isLoopback } from '@portal/contract';
import type { Config } from '../../platform/config/config';
import { DeliveryError, type Message, type Service } from '../message';

/** One attempt must end well within the worker's lease. */
const timeoutsMs = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
};

/** Limits the whole attempt: a server that answers each command slowly exceeds none of the other timeouts. */
const ATTEMPT_MS = 45_000;

/** The Message-ID stays the same on every retry. */
const mailOf = (
  { id, to, replyTo, subject, text, html, headers, attachments }: Message,
  from: string,
  host: string,
): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  replyTo,
  subject,
  text,
  html,
  attachments: attachments?.map(({ name, type, content }) => ({
    filename: name,
    contentType: type,
    content,
  })),
  messageId: `<${id}@${host}>`,
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...headers },
});

const composer = createTransport({ streamTransport: true });

/** The content of an .eml file. */
export const mailFile = async (message: Message, host: string) =>
  (await composer.sendMail(mailOf(message, `portal@${host}`, host))).message;

/** The server demands a login or encryption. */
const LOGIN_REQUIRED = 530;

/** A 5xx about the recipient or the content (RFC 5321 section 4.2.1). The operator can fix the others. */
const isFinal = ({ responseCode = 0, command = '' }: SMTPError) =>
  responseCode >= 500 && responseCode !== LOGIN_REQUIRED && ['RCPT TO', 'DATA'].includes(command);

/** Servers repeat addresses, and some the subject, which has the code. */
const SECRETS = /[^\s<>"':;,]+@[^\s<>"':;,]+|\b\d{6}\b/g;
const LONGEST_REASON = 300;

const withoutSecrets = (text: string, secrets: MailLogin['secrets'] = []): string =>
  secrets
    .reduce<string>((now, secret) => (secret ? now.replaceAll(secret, '…') : now), text)
    // OpenSSL names a thread, a number, functions, and a file.
    .replace(/\w+:error:\w+:SSL routines:\w*:([^:]+).*/s, '$1')
    .replace(/\s+/g, ' ');

const reasonOf = ({ code = '', message }: SMTPError, login: Smtp['login']) => {
  if (code === 'EABORT') return 'mail: took too long';
  const reason = withoutSecrets(`mail: ${code} ${message}`, login?.secrets);
  return reason.replace(SECRETS, '…').slice(0, LONGEST_REASON);
};

const adviceFor = ({ message }: SMTPError): string => {
  if (message.includes('wrong version number'))
    return 'The server begins without TLS at this port. Write smtp:// in SMTP_URL: the portal still encrypts.';
  if (message.startsWith('Greeting never'))
    return 'The server says nothing at this port. Write smtps:// in SMTP_URL if it begins with TLS, as at port 465.';
  return 'Check SMTP_URL (server, port, user and password) and MAIL_FROM.';
};

/** A sign-in at the mail server without a password. */
export interface MailLogin {
  /** nodemailer's. */
  options: SMTPTransport.Options;
  /** What errors may quote. */
  secrets: readonly (string | undefined)[];
  /** What to do about a refusal; undefined: as with a password. */
  adviceFor: (error: SMTPError) => string | undefined;
}

/** `url` is SMTP_URL; its query holds nodemailer's options, such as `?requireTLS=true`. */
interface Smtp extends Pick<NonNullable<Config['smtp']>, 'url' | 'from'> {
  host: string;
  connections: number;
  /** Absent: the password of SMTP_URL, if it has one. */
  login?: MailLogin | undefined;
}

/** Connects, logs in, and names the sender; hangs up before the content. @returns what the server refuses */
const rehearse = async ({ url, from, login }: Smtp, requireTLS: boolean): Promise<string | undefined> => {
  const rehearsal = createTransport({ url, ...timeoutsMs, ...login?.options, requireTLS });
  const end = new AbortController();
  rehearsal.use('stream', ({ message }, done) => {
    message.createReadStream = () => new PassThrough({ read: () => end.abort() });
    done();
  });
  return rehearsal.sendMail({ from, to: from, signal: end.signal }).then(
    () => undefined,
    (failure: SMTPError) => {
      // The recipient of the rehearsal need not exist.
      const isAccepted = failure.command === 'RCPT TO' && failure.responseCode !== LOGIN_REQUIRED;
      return end.signal.aborted || isAccepted
        ? undefined
        : `${withoutSecrets(failure.message, login?.secrets)}. ${login?.adviceFor(failure) ?? adviceFor(failure)}`;
    },
  );
};

/** Connections are kept for so long; a server that closes one just then delays a mail. */
const IDLE_MS = 2_000;

/** Sends mail by SMTP. @param attemptMs how long one attempt may take */
export const mailDriver = (smtp: Smtp, attemptMs = ATTEMPT_MS): Service => {
  const { url, login, connections } = smtp;
  const options = { url, ...timeoutsMs, ...login?.options };
  // With a token, nodemailer's pool would ask for a token for each connection. Its own requeues could send a mail twice.
  const pool = { maxConnections: connections, maxRequeues: 0, idleTimeout: IDLE_MS };
  const transport = login ? createTransport(options) : createTransport({ ...options, ...pool, pool: true });
  /** The mails whose content the server got: without a response, it may have accepted them. */
  const handedOver = new Set<unknown>();
  transport.use('stream', ({ data, message }, done) => {
    const createReadStream = message.createReadStream.bind(message);
    message.createReadStream = (given) =>
      createReadStream(given).once('end', () => handedOver.add(data.messageId));
    done();
  });
  return {
    check: async () => {
      if ((await rehearse(smtp, true)) === undefined) return undefined;
      const fault = await rehearse(smtp, false);
      if (fault !== undefined) return fault;
      return isLoopback(new URL(smtp.url))
        ? undefined
        : 'The server offers no encryption: passwords and codes can be read on the way. Use its encrypted port (smtps://…:465, or smtp://…:587).';
    },
    send: async (message) => {
      const mail = { ...mailOf(message, smtp.from, smtp.host), signal: AbortSignal.timeout(attemptMs) };
      const sending = transport.sendMail(mail).catch((cause: SMTPError) => {
        const isUnanswered = handedOver.has(mail.messageId) && cause.responseCode === undefined;
        throw new DeliveryError(reasonOf(cause, login), { isFinal: isFinal(cause), isUnanswered, cause });
      });
      await sending.finally(() => handedOver.delete(mail.messageId));
    },
  };
};
