import type { Readable } from 'node:stream';
import type { Config } from '../platform/config/config';
import type { Channel } from '../platform/contact/contact';
import { smsBudget } from '../platform/limits/limits';
import { codeMail, codeSms } from './code-message';
import { mailDriver, mailFile } from './mail/mail';
import type { Content, Context, CustomerContext, Message, RequestedCode, Service } from './message';
import { orderMail, orderSms } from './order-message';
import type { OrderNews } from './order-news';
import { MESSAGE_PARTS } from './parts';
import { smsProvider } from './sms/providers';
import { isQuiet } from './sms/sms';
import { testMail, testSms } from './test-message';

interface DeliveryChannel {
  /** A singular whose plural adds an s, as in "Codes are sent by mail." */
  noun: string;
  service: string;
  variables: string;
  /** The driver that the environment configures; undefined: the terminal stands in. */
  driver: (config: Config) => Service | undefined;
  content: {
    code: (requested: RequestedCode, context: Context) => Content;
    order: (news: readonly OrderNews[], context: CustomerContext) => Content;
    test: (context: CustomerContext) => Content;
  };
  /** The most messages a day over all customers together, where every message costs money. */
  budget: (config: Pick<Config, 'sms'>, isKnownBrowser: boolean) => number | undefined;
  /** The most news that all replicas begin in a minute. */
  perMinute: (config: Pick<Config, 'messages'>) => number;
  /** Whether news wait, because it is night. */
  waits: (config: Pick<Config, 'sms'>, now: Date) => boolean;
  terminal: {
    label: string;
    extension: string;
    file: (message: Message, host: string) => Promise<string | Buffer | Readable>;
  };
}

/** The delivery channels. To add one, see CONTRIBUTING.md. */
export const channels: Record<Channel, DeliveryChannel> = {
  email: {
    noun: 'mail',
    service: 'SMTP',
    variables: 'SMTP_URL and MAIL_FROM',
    // For each of the two lanes.
    driver: (config) =>
      config.smtp &&
      mailDriver({
        ...config.smtp,
        login: MESSAGE_PARTS.map((part) => part.mailLogin?.(config)).find((login) => login !== undefined),
        host: config.publicUrl.hostname,
        connections: 2 * config.messages.concurrency,
      }),
    content: { code: codeMail, order: orderMail, test: testMail },
    budget: () => undefined,
    perMinute: ({ messages }) => messages.mailPerMinute,
    waits: () => false,
    terminal: { label: 'Email', extension: 'eml', file: mailFile },
  },
  sms: {
    noun: 'text message',
    service: 'SMS',
    variables: 'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM, or the variables of another provider,',
    driver: smsProvider,
    content: { code: codeSms, order: orderSms, test: testSms },
    budget: ({ sms }, isKnownBrowser) => smsBudget(sms.dailyBudget, isKnownBrowser),
    perMinute: () => Infinity,
    waits: ({ sms }, now) => isQuiet(sms.quietHours, now),
    terminal: {
      label: 'Text message',
      extension: 'sms.txt',
      file: async ({ text }) => `${text}\n`,
    },
  },
};
