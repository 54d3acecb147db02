import type { Config } from '../platform/config/config';
import type { Variables } from '../platform/config/variables';
import type { Portal } from '../platform/crypto/keys';
import type { Routes } from '../platform/http/validation';
import type { MailLogin } from './mail/mail';
import { reminders } from './reminders/part';
import { smsReplies } from './sms-replies/part';
import type { SmsReplies, SmsService } from './sms/sms-service';
import { smtpOauth } from './smtp-oauth/part';
import { vonage } from './vonage/part';

/** What a part of the messages may bring. */
interface MessagePart {
  name: string;
  /** The variables that turn it on. */
  variables?: Variables;
  /** A provider of text messages, beside Twilio, and the variable of its sender. */
  smsProvider?: (config: Config) => SmsService | undefined;
  smsSender?: string;
  /** How the portal signs in to the mail server, beside the password in SMTP_URL. */
  mailLogin?: (config: Config) => MailLogin | undefined;
  /** Whether customers are reminded of visits, if they want to be. */
  remindsOfVisits?: (config: Config) => boolean;
  /** What it does at intervals while the portal runs. */
  job?: (portal: Portal) => { run: () => Promise<void>; everyMs: number } | undefined;
  /** What a provider calls with the replies to text messages. */
  replyRoutes?: Routes<Portal & { replies: SmsReplies }>;
}

/** The parts of the messages: without its line and its folder, messages work without that part. */
export const MESSAGE_PARTS: readonly MessagePart[] = [vonage, smtpOauth, smsReplies, reminders];

/** Whether customers hear of visits that are near. */
export const remindsOfVisits = (config: Config): boolean =>
  MESSAGE_PARTS.some((part) => part.remindsOfVisits?.(config));
