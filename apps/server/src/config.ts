import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { ConfigError } from './config-error';

const text = v.pipe(v.string(), v.trim());
const port = v.pipe(
  text,
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number'),
);
const positive = v.pipe(
  text,
  v.regex(/^[1-9]\d{0,8}$/, 'must be a whole number above zero'),
  v.transform(Number),
);

const url = (...protocols: string[]) =>
  v.pipe(
    text,
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
    v.transform((value) => new URL(value)),
  );

const key = v.pipe(
  text,
  v.transform((value) => Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64')),
  v.check((bytes) => bytes.length === 32, 'must be 32 bytes in hex or base64: openssl rand -hex 32'),
);

/** `true`, `false`, or the proxies' addresses and networks, comma-separated (`loopback`, `10.0.0.0/8`). */
const trustProxy = v.pipe(
  text,
  v.transform((value) => (value === 'true' || value === 'false' ? value === 'true' : value)),
);

const countries = v.pipe(
  text,
  v.toUpperCase(),
  v.regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be two-letter country codes, comma-separated: US,CA'),
  v.transform((value) => value.split(',')),
);

const Environment = v.object({
  PORT: v.optional(port, '3000'),
  HOST: v.optional(text, '127.0.0.1'),
  PUBLIC_URL: v.optional(url('http:', 'https:')),
  DATA_DIR: v.optional(text, '.portal'),
  DATABASE_URL: v.optional(url('postgres:', 'postgresql:')),
  RELEASES_URL: v.optional(url('file:', 's3:')),
  SMTP_URL: v.optional(url('smtp:', 'smtps:')),
  MAIL_FROM: v.optional(v.pipe(text, v.includes('@', 'must be a mail address'))),
  TWILIO_ACCOUNT_SID: v.optional(text),
  TWILIO_AUTH_TOKEN: v.optional(text),
  TWILIO_FROM: v.optional(text),
  TWILIO_BASE_URL: v.optional(url('http:', 'https:'), 'https://api.twilio.com'),
  SMS_COUNTRIES: v.optional(countries),
  SMS_DAILY_BUDGET: v.optional(positive, '1000'),
  API_UPSTREAM: v.optional(url('http:', 'https:')),
  BRAND_NAME: v.optional(text, 'Acme'),
  BRAND_LOGO_URL: v.optional(text),
  BRAND_PRIMARY_COLOR: v.optional(v.pipe(text, v.hexColor('must be a colour such as #1976d2')), '#0b57a4'),
  ORDERS_WEBHOOK_TOKEN: v.optional(v.pipe(text, v.minLength(16, 'must have at least 16 characters'))),
  SECRET_KEY: v.optional(key),
  TRUST_PROXY: v.optional(trustProxy, 'false'),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a log level such as info',
    ),
    'info',
  ),
  SESSION_IDLE_MINUTES: v.optional(positive, '1440'),
  SESSION_ABSOLUTE_HOURS: v.optional(positive, '168'),
});

/** Variables that mean something only together. */
const groups = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
] as const;

type Variables = Record<string, string | undefined>;

/** Names every fault, never a value: a value may be a secret. */
const faultsOf = (variables: Variables, issues: readonly v.BaseIssue<unknown>[] = []) => [
  ...issues.map((issue) => `${v.getDotPath(issue) ?? 'environment'} ${issue.message}`),
  ...groups
    .filter((group) => group.some((name) => variables[name]))
    .flatMap((group) =>
      group
        .filter((name) => !variables[name])
        .map((name) => `${name} is missing: it belongs to ${group.join(', ')}`),
    ),
];

/**
 * Reads the whole environment at once; the only reader of it in this process.
 * @param env the variables; an empty one counts as absent
 * @param root the directory that relative paths (DATA_DIR) start from
 * @throws ConfigError naming every faulty variable
 */
export const readConfig = (env: Variables, root: string) => {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(Environment, variables);
  const faults = faultsOf(variables, parsed.issues);
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return configOf(parsed.output, root);
};

const configOf = (env: v.InferOutput<typeof Environment>, root: string) => {
  const dataDir = resolve(root, env.DATA_DIR);
  const publicUrl = env.PUBLIC_URL ?? new URL(`http://localhost:${env.PORT}`);
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    /** The path that everything but the probes is served under: '' or '/account'. */
    basePath: publicUrl.pathname.replace(/\/+$/, ''),
    dataDir,
    databaseUrl: env.DATABASE_URL?.href,
    releasesUrl: env.RELEASES_URL ?? pathToFileURL(resolve(dataDir, 'releases')),
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL.href, from: env.MAIL_FROM } : undefined,
    twilio: twilioOf(env),
    sms: { countries: env.SMS_COUNTRIES, dailyBudget: env.SMS_DAILY_BUDGET },
    apiUpstream: env.API_UPSTREAM,
    brand: {
      name: env.BRAND_NAME,
      logoUrl: env.BRAND_LOGO_URL ?? null,
      primaryColor: env.BRAND_PRIMARY_COLOR,
    },
    ordersWebhookToken: env.ORDERS_WEBHOOK_TOKEN,
    secretKey: env.SECRET_KEY,
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    session: { idleMinutes: env.SESSION_IDLE_MINUTES, absoluteHours: env.SESSION_ABSOLUTE_HOURS },
  };
};

const twilioOf = (env: v.InferOutput<typeof Environment>) =>
  env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN && env.TWILIO_FROM
    ? {
        accountSid: env.TWILIO_ACCOUNT_SID,
        authToken: env.TWILIO_AUTH_TOKEN,
        from: env.TWILIO_FROM,
        baseUrl: env.TWILIO_BASE_URL,
      }
    : undefined;

/** What the process was told by its environment, in the program's own terms. */
export type Config = ReturnType<typeof readConfig>;
