import { createTransport, type SendMailOptions } from 'nodemailer';
import { DeliveryError } from './delivery-error';
import type { Driver, Message } from './driver';

/** One try, greeting and all, stays well within the worker's lease. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The mail of a message. Its Message-ID stays the same when it is sent again. */
export const mailOf = (
  { id, to, subject, text, html }: Message,
  from: string,
  host: string,
): SendMailOptions => ({
  from,
  to: { name: '', address: to },
  subject,
  text,
  html,
  messageId: `<${id}@${host}>`,
  headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
});

/** Refused for good is what the server answers with 5xx (RFC 5321 section 4.2.1), but for a wrong login: that heals. */
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
 * @param host the right side of every Message-ID
 */
export const mailDriver = ({ url, from, host }: { url: string; from: string; host: string }): Driver => {
  const transport = createTransport({ url, ...timeouts });

  return {
    send: async (message) => {
      await transport.sendMail(mailOf(message, from, host)).catch((cause: unknown) => {
        throw new DeliveryError(reasonOf(cause), isFinal(cause), cause);
      });
    },
  };
};
