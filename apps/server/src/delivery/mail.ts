import { createTransport, type SendMailOptions } from 'nodemailer';
import { DeliveryError, type Driver, type Message } from './driver';

/** One attempt must end well within the worker's lease. */
const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The Message-ID stays the same on every retry. */
const mailOf = ({ id, to, subject, text, html }: Message, from: string, host: string): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId: `<${id}@${host}>`,
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
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
 */
export const mailDriver = ({ url, from, host }: { url: string; from: string; host: string }): Driver => {
  const transport = createTransport({ url, ...timeoutsMs });

  return {
    send: async (message) => {
      await transport.sendMail(mailOf(message, from, host)).catch((cause: unknown) => {
        throw new DeliveryError(reasonOf(cause), isFinal(cause), cause);
      });
    },
  };
};
