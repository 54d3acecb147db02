import type { Config } from '../../platform/config/config';
import { vonageService } from '../vonage/vonage';
import type { SmsService } from './sms-service';
import { twilioService } from './twilio';

type Accounts = Pick<Config, 'twilio' | 'vonage'>;

/** The providers of text messages, each if it is configured. */
const providers: readonly ((accounts: Accounts) => SmsService | undefined)[] = [
  ({ twilio }) => twilio && twilioService(twilio),
  ({ vonage }) => vonage && vonageService(vonage),
];

/** The configured provider; undefined: the terminal stands in. */
export const smsProvider = (accounts: Accounts): SmsService | undefined =>
  providers.map((open) => open(accounts)).find((service) => service !== undefined);

/** Whether replies to text messages arrive somewhere: with the terminal, messages read as with a provider. */
export const canReply = (accounts: Accounts): boolean => smsProvider(accounts)?.receivesReplies ?? true;
