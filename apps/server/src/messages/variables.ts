import addressparser from 'nodemailer/lib/addressparser';
import * as v from 'valibot';
import { account, mailAddress, matching, positive, text, webUrl, yesOrNo } from '../platform/config/values';
import { defineVariables, type SettingsOf } from '../platform/config/variables';
import { MESSAGE_PARTS } from './parts';

/** The address of the page that embeds the portal. Paths are appended: to its path, or to its fragment after a `#`. */
const customerUrl = v.pipe(
  webUrl,
  v.check(
    ({ href, username, search, hash }) =>
      username === '' && /^(#\/?)?$/.test(hash) && (search === '' || href.includes('#')),
    'must be the page that embeds the portal, with a final # if it has routing="hash": https://www.acme.example/account',
  ),
  v.transform(({ href }) => href.replace(/\/$/, '')),
);

/** With several, mail servers refuse each mail. */
const sender = v.pipe(
  text,
  v.check((value) => {
    const [first, ...others] = addressparser(value, { flatten: true });
    return others.length === 0 && v.is(mailAddress, first?.address);
  }, 'must be one mail address: portal@acme.example, or Acme <portal@acme.example>'),
);

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A part of every day, in minutes after midnight; it may span midnight. */
const quietHours = v.pipe(
  matching(
    /^((?:[01]\d|2[0-3]):[0-5]\d) ?- ?(?!\1$)(?:[01]\d|2[0-3]):[0-5]\d$/,
    'must be two different times of the day: 21:00-08:00',
  ),
  v.transform((value) => ({ from: minutesOf(value.slice(0, 5)), to: minutesOf(value.slice(-5)) })),
);

const countries = v.pipe(
  text,
  v.toUpperCase(),
  v.regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be two-letter country codes, comma-separated: US,CA'),
  v.transform((value) => value.split(',')),
);

/** A number, a short code, a messaging service, or a name. */
const twilioSender = matching(
  /^(\+[1-9]\d{6,14}|\d{3,8}|MG[\da-f]{32}|(?=.*[a-z])[a-z\d &_-]{1,11})$/i,
  'must be a number with its country code (+12025550123), a short code, a messaging service (MG…), or a name of up to 11 letters and digits',
);

/** Where messages are sent, by which services, and how many. */
export const messageVariables = defineVariables({
  entries: {
    CUSTOMER_URL: v.optional(customerUrl),
    SMTP_URL: v.optional(account('smtp:', 'smtps:')),
    MAIL_FROM: v.optional(sender),
    TWILIO_ACCOUNT_SID: v.optional(text),
    TWILIO_AUTH_TOKEN: v.optional(text),
    TWILIO_FROM: v.optional(twilioSender),
    TWILIO_BASE_URL: v.optional(webUrl, 'https://api.twilio.com'),
    SMS_COUNTRIES: v.optional(countries),
    SMS_DAILY_BUDGET: v.optional(positive, '1000'),
    SMS_QUIET_HOURS: v.optional(quietHours),
    MESSAGE_CONCURRENCY: v.optional(positive, '10'),
    MAIL_PER_MINUTE: v.optional(positive, '60'),
    PRINT_MESSAGES: v.optional(yesOrNo, 'false'),
  },
  groups: [
    ['SMTP_URL', 'MAIL_FROM'],
    ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ],
  companions: [['SMS_QUIET_HOURS', 'TIME_ZONE', 'one, such as Europe/Berlin']],
  settings: (env, { baseUrl, timeZone }) => ({
    /** Where links in messages lead: a path of the portal is appended. */
    customerUrl: env.CUSTOMER_URL ?? baseUrl,
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL.href, from: env.MAIL_FROM } : undefined,
    twilio:
      env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN && env.TWILIO_FROM
        ? {
            accountSid: env.TWILIO_ACCOUNT_SID,
            authToken: env.TWILIO_AUTH_TOKEN,
            from: env.TWILIO_FROM,
            baseUrl: env.TWILIO_BASE_URL,
          }
        : undefined,
    sms: {
      countries: env.SMS_COUNTRIES,
      dailyBudget: env.SMS_DAILY_BUDGET,
      quietHours: env.SMS_QUIET_HOURS && timeZone ? { ...env.SMS_QUIET_HOURS, timeZone } : undefined,
    },
    /** Whether codes may be printed although customers reach the portal: for a demo. */
    printMessages: env.PRINT_MESSAGES,
    /** How many messages each lane sends at once, and how many mails about orders all replicas begin in a minute. */
    messages: { concurrency: env.MESSAGE_CONCURRENCY, mailPerMinute: env.MAIL_PER_MINUTE },
  }),
  faults: (_settings, _platform, given) => {
    const senders = ['TWILIO_FROM', ...MESSAGE_PARTS.flatMap(({ smsSender }) => smsSender ?? [])];
    const set = senders.filter((name) => given[name] !== undefined);
    return [[set.length > 1, `${set.join(' and ')} are of several providers: set one`]];
  },
});

declare module '../platform/config/config' {
  interface Config extends SettingsOf<typeof messageVariables> {}
}
