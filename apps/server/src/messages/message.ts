import type { I18n } from '@portal/texts/i18n';
import type { Config } from '../platform/config/config';
import type { Device } from '../platform/http/device';
import type { Links } from './links';

/** The content of a message; each driver sends the parts that its channel supports. */
export interface Content {
  subject: string;
  text: string;
  html?: string;
  /** Where the recipient's reply goes, in place of the sender. */
  replyTo?: string | undefined;
  headers?: Record<string, string>;
  /** Of a mail. */
  attachments?: readonly Attachment[];
}

/** A file of a mail. */
interface Attachment {
  name: string;
  type: string;
  content: Buffer;
}

/** The inputs of every content: the portal that sends it, and the language of its reader. */
export interface Context {
  config: Config;
  i18n: I18n;
}

/** The inputs of a content for a customer. */
export interface CustomerContext extends Context {
  links: Links;
  customerId: string;
  name: string | null;
  now: Date;
}

/** A one-time code, and who asked for it. */
export interface RequestedCode {
  code: string;
  device: Device;
  requestedAt: Date;
}

/** A message on its way to a customer. */
export interface Message extends Content {
  /** Stays the same on every retry, so that a receiver can drop duplicates. */
  id: string;
  to: string;
}

/** Delivers messages through one channel. `send` resolves once the message is accepted, and throws DeliveryError. */
export interface Driver {
  send: (message: Message) => Promise<void>;
}

/** A driver for an external service with an account. */
export interface Service extends Driver {
  /** Tries the account without sending anything. Resolves to the problem and its fix; undefined when it works. */
  check: () => Promise<string | undefined>;
}

interface Fault {
  /** Retrying is pointless. */
  isFinal?: boolean;
  /** The response was lost: the message may have been accepted. */
  isUnanswered?: boolean;
  /** The recipient wants no messages of this channel. */
  isOptOut?: boolean;
  cause?: unknown;
}

/** A message was not accepted, as far as the portal knows. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  readonly fault: Fault;

  /** @param reason stored and logged, so it names neither the recipient nor the text */
  constructor(reason: string, fault: Fault = {}) {
    super(reason, { cause: fault.cause });
    this.fault = fault;
  }
}
