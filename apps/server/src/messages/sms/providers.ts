import type { Config } from '../../platform/config/config';
import { MESSAGE_PARTS } from '../parts';
import type { SmsService } from './sms-service';
import { twilioService } from './twilio';

/** The providers of text messages, each if it is configured. */
const providers: readonly ((config: Config) => SmsService | undefined)[] = [
  ({ twilio }) => twilio && twilioService(twilio),
  ...MESSAGE_PARTS.flatMap(({ smsProvider: open }) => open ?? []),
];

/** The configured provider; undefined: the terminal stands in. */
export const smsProvider = (config: Config): SmsService | undefined =>
  providers.map((open) => open(config)).find((service) => service !== undefined);

/** Whether replies to text messages arrive somewhere: with the terminal, messages read as with a provider. */
export const canReply = (config: Config): boolean => smsProvider(config)?.receivesReplies ?? true;
