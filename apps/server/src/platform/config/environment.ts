import { EVENT_IMAGES, isLoopback, isTimeZone, LANGUAGES } from '@portal/contract';
import { isIP } from 'node:net';
import * as v from 'valibot';
import { limitsSchema } from '../limits/limits';
import { isReleasesUrl } from './releases-url';

/** One line: some values become mail headers, which a line break would end. */
const text = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\P{Cc}*$/u, 'must be one line, without control characters'),
);

const matching = (pattern: RegExp, message: string) => v.pipe(text, v.regex(pattern, message));
const number = (pattern: RegExp, message: string) => v.pipe(matching(pattern, message), v.transform(Number));
const oneOf = <const Options extends readonly string[]>(options: Options, message: string) =>
  v.pipe(text, v.picklist(options, message));
const list = v.pipe(
  text,
  v.transform((value) => (value === '' ? [] : value.split(',').map((part) => part.trim()))),
);

const port = v.pipe(
  number(/^\d{1,5}$/, 'must be a port number'),
  v.maxValue(65_535, 'must be a port number'),
);
/** A host name needs a letter: digits and dots that are no IP address would be looked up in the DNS. */
const host = v.pipe(
  text,
  v.check(
    (value) => isIP(value) > 0 || (/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value) && /[a-z]/i.test(value)),
    'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::, or its name',
  ),
);
/** More hours would reach back before the first date of PostgreSQL. */
const positive = number(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999');

const url = (...protocols: string[]) =>
  v.pipe(
    text,
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
    v.transform((value) => new URL(value)),
  );

const webUrl = url('http:', 'https:');
const color = v.pipe(text, v.hexColor('must be a color such as #1976d2'));

/** Whether a password is cut short: an @ follows where host and port should have ended, or a % stands for nothing. */
const isCutShort = (value: string): boolean => {
  const [, authority = '', rest = ''] = /^[a-z]+:\/\/([^/?#]*)(.*)$/i.exec(value) ?? [];
  return rest.replace(/\?\w+=.*$/, '').includes('@') || /%(?![\da-f]{2})/i.test(authority);
};

const account = (...protocols: string[]) =>
  v.pipe(
    text,
    v.check(
      (value) => !isCutShort(value),
      'has a password with characters that end it: write @ as %40, / as %2F, ? as %3F, # as %23, and % as %25',
    ),
    url(...protocols),
  );

/** Used in links, cookie paths and routes, so only characters that all of them read alike. */
const publicUrl = v.pipe(
  webUrl,
  v.check(
    ({ href, origin, pathname }) => href === origin + pathname && /^(\/[\w.~-]+)*\/?$/.test(pathname),
    'must be a URL with a plain path, without query or fragment: https://acme.example/account',
  ),
);

const releasesUrl = v.pipe(
  url('file:', 's3:'),
  v.check(
    isReleasesUrl,
    'must be a local directory or a bucket: file:///srv/releases, s3://acme-portal/releases',
  ),
);

const yesOrNo = v.pipe(
  oneOf(['true', 'false'], 'must be true or false'),
  v.transform((value) => value === 'true'),
);

const key = v.pipe(
  text,
  v.transform((value) => Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64')),
  v.check((bytes) => bytes.length === 32, 'must be 32 bytes in hex or base64: openssl rand -hex 32'),
);

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];
const isNetwork = (part: string) => {
  const { address = '', bits = '1' } = /^(?<address>[^/]*)(?:\/(?<bits>\d{1,3}))?$/.exec(part)?.groups ?? {};
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return namedNetworks.includes(part) || (Number(bits) >= 1 && Number(bits) <= most);
};

/** `true`, `false`, or addresses and networks of proxies, comma-separated: `loopback,10.0.0.0/8`. */
const trustProxy = v.pipe(
  text,
  v.check(
    (value) => ['true', 'false'].includes(value) || value.split(',').every((part) => isNetwork(part.trim())),
    'must be true, false, or addresses and networks of proxies: loopback,10.0.0.0/8',
  ),
  v.transform((value) => (value === 'true' || value === 'false' ? value === 'true' : value)),
);

const countries = v.pipe(
  text,
  v.toUpperCase(),
  v.regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be two-letter country codes, comma-separated: US,CA'),
  v.transform((value) => value.split(',')),
);

const languages = v.pipe(
  text,
  v.toLowerCase(),
  v.transform((value) => value.split(',').map((part) => part.trim())),
  v.array(v.picklist(LANGUAGES, `must be comma-separated languages out of ${LANGUAGES.join(', ')}: en,de`)),
  v.check((parts) => new Set(parts).size === parts.length, 'must name each language once'),
  v.transform(([standard = 'en' as const, ...others]) => [standard, ...others] as const),
);

const token = v.pipe(
  text,
  v.minLength(16, 'must have at least 16 characters'),
  v.regex(/^\S*$/, 'must be one word, without spaces'),
);

/** An origin as browsers send it in the Origin header, and as a Content-Security-Policy accepts it. */
const isOrigin = (part: string): boolean =>
  /^https?:\/\/(?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?$/.test(part) &&
  URL.canParse(part) &&
  new URL(part).origin === part;

/** Attackers on the network can change a page served over plain HTTP, and act for its customers. */
const isSafe = (origin: string): boolean => origin.startsWith('https:') || isLoopback(new URL(origin));

const origins = v.pipe(
  list,
  v.check(
    (parts) => parts.every(isOrigin),
    'must be comma-separated origins as browsers send them, in lower case, without path, final slash or :443: https://www.acme.example',
  ),
  v.check(
    (parts) => parts.filter(isOrigin).every(isSafe),
    'must be https:// origins, except on this machine: over plain HTTP, attackers could act for the customers',
  ),
);

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

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A part of every day, in minutes after midnight; it may span midnight. */
const quietHours = v.pipe(
  matching(
    /^((?:[01]\d|2[0-3]):[0-5]\d) ?- ?(?!\1$)(?:[01]\d|2[0-3]):[0-5]\d$/,
    'must be two different times of the day: 21:00-08:00',
  ),
  v.transform((value) => ({ from: minutesOf(value.slice(0, 5)), to: minutesOf(value.slice(-5)) })),
);

/** Refuses plain HTTP: an attacker who can change a response in transit could sign in as any customer. */
const safeUrl = v.pipe(
  url('https:', 'http:'),
  v.check((value) => isSafe(value.origin), 'must start with https://, except on this machine'),
);

/** The variables with their types. Error messages never contain a value. */
export const Environment = v.object({
  PORT: v.optional(port, '3000'),
  HOST: v.optional(host, '127.0.0.1'),
  PUBLIC_URL: v.optional(publicUrl),
  DATA_DIR: v.optional(text, '.portal'),
  DATABASE_URL: v.optional(account('postgres:', 'postgresql:')),
  DATABASE_POOL_SIZE: v.optional(positive, '10'),
  MIGRATE_ON_START: v.optional(yesOrNo, 'true'),
  RELEASES_URL: v.optional(releasesUrl),
  ROLL_BACK_AFTER: v.optional(number(/^\d{1,6}$/, 'must be a whole number of browsers; 0 for never'), '10'),
  ALLOW_LOCAL_REMOTES: v.optional(yesOrNo, 'false'),
  EMBED_ORIGINS: v.optional(origins, ''),
  EMBED_FRAME_ANCESTORS: v.optional(origins, ''),
  HANDOVER_ISSUER: v.optional(text),
  HANDOVER_JWKS_URL: v.optional(safeUrl),
  OIDC_ISSUER: v.optional(safeUrl),
  OIDC_CLIENT_ID: v.optional(text),
  OIDC_CLIENT_SECRET: v.optional(text),
  OIDC_NAME: v.optional(text),
  OIDC_SCOPE: v.optional(matching(/(^| )openid( |$)/, 'must contain openid: openid email'), 'openid email'),
  SMTP_URL: v.optional(account('smtp:', 'smtps:')),
  SMTP_OAUTH_TOKEN_URL: v.optional(safeUrl),
  SMTP_OAUTH_CLIENT_ID: v.optional(text),
  SMTP_OAUTH_CLIENT_SECRET: v.optional(text),
  SMTP_OAUTH_REFRESH_TOKEN: v.optional(text),
  SMTP_OAUTH_SCOPE: v.optional(text, 'https://outlook.office365.com/.default'),
  SMTP_OAUTH_KEY_FILE: v.optional(text),
  MAIL_FROM: v.optional(v.pipe(text, v.includes('@', 'must be a mail address'))),
  TWILIO_ACCOUNT_SID: v.optional(text),
  TWILIO_AUTH_TOKEN: v.optional(text),
  TWILIO_FROM: v.optional(text),
  TWILIO_BASE_URL: v.optional(webUrl, 'https://api.twilio.com'),
  VONAGE_API_KEY: v.optional(text),
  VONAGE_API_SECRET: v.optional(text),
  VONAGE_FROM: v.optional(text),
  VONAGE_SIGNATURE_SECRET: v.optional(text),
  VONAGE_BASE_URL: v.optional(webUrl, 'https://api.nexmo.com'),
  SMS_COUNTRIES: v.optional(countries),
  SMS_DAILY_BUDGET: v.optional(positive, '1000'),
  SMS_QUIET_HOURS: v.optional(quietHours),
  MESSAGE_CONCURRENCY: v.optional(positive, '10'),
  NEWS_PER_SECOND: v.optional(positive),
  TIME_ZONE: v.optional(v.pipe(text, v.check(isTimeZone, 'must be an IANA time zone: Europe/Berlin'))),
  CUSTOMER_URL: v.optional(customerUrl),
  API_UPSTREAM: v.optional(webUrl),
  DEV_SERVER: v.optional(url('http:')),
  BRAND_NAME: v.optional(text, 'Acme'),
  BRAND_LOGO_URL: v.optional(text),
  BRAND_ICON_URL: v.optional(text),
  BRAND_PICTURE_URL: v.optional(text),
  BRAND_PRIMARY_COLOR: v.optional(color, '#0b57a4'),
  BRAND_SECONDARY_COLOR: v.optional(color),
  // Written into a style sheet: no character that could end a declaration.
  BRAND_FONT: v.optional(
    matching(/^[\w\s,'"-]+$/, 'must be names of fonts, comma-separated: "Source Sans 3", sans-serif'),
  ),
  BRAND_RADIUS: v.optional(number(/^(?:1?\d|2[0-4])$/, 'must be a whole number of pixels from 0 to 24')),
  HELP_URL: v.optional(webUrl),
  PRIVACY_URL: v.optional(webUrl),
  IMPRINT_URL: v.optional(webUrl),
  EVENT_IMAGES: v.optional(oneOf(EVENT_IMAGES, `must be one of ${EVENT_IMAGES.join(', ')}`), 'as-given'),
  SUPPORT_EMAIL: v.optional(
    matching(/^[^\s@<>?&]+@[^\s@<>?&]+$/, 'must be a plain mail address: service@acme.example'),
  ),
  // Shown as it is written, and called by its digits.
  SUPPORT_PHONE: v.optional(matching(/^\+?[\d ()./-]{5,30}$/, 'must be a phone number: +1 202 555 0123')),
  SUPPORT_URL: v.optional(webUrl),
  ORDER_STATUS_TEXTS: v.optional(text),
  REMOTES: v.optional(text),
  ORDERS_WEBHOOK_TOKEN: v.optional(token),
  ACUMATICA_URL: v.optional(safeUrl),
  ACUMATICA_ENDPOINT: v.optional(
    matching(/^[\w.-]+\/[\d.]+$/, 'must be a name and a version: Default/24.200.001'),
    'Default/24.200.001',
  ),
  ACUMATICA_TENANT: v.optional(text),
  ACUMATICA_BRANCH: v.optional(text),
  ACUMATICA_USER: v.optional(text),
  ACUMATICA_PASSWORD: v.optional(text),
  ACUMATICA_CLIENT_ID: v.optional(text),
  ACUMATICA_CLIENT_SECRET: v.optional(text),
  ACUMATICA_REFRESH_TOKEN: v.optional(text),
  ACUMATICA_FILTER: v.optional(text),
  ACUMATICA_MAX_AGE_DAYS: v.optional(positive),
  ACUMATICA_MAPPING: v.optional(text),
  ACUMATICA_PUSH_TOKEN: v.optional(token),
  ACUMATICA_REQUESTS_PER_MINUTE: v.optional(positive, '60'),
  OPERATIONS_PORT: v.optional(port),
  OPERATIONS_HOST: v.optional(host, '127.0.0.1'),
  METRICS_TOKEN: v.optional(token),
  SECRET_KEY: v.optional(key),
  SECRET_KEY_PREVIOUS: v.optional(key),
  TRUST_PROXY: v.optional(trustProxy, 'false'),
  COUNTRY_HEADER: v.optional(
    v.pipe(matching(/^[\w-]+$/, 'must be the name of a header: cf-ipcountry'), v.toLowerCase()),
  ),
  OPERATOR_TOKEN: v.optional(token),
  OPERATOR_HEADER: v.optional(
    v.pipe(
      matching(/^(?!x-forwarded-(for|host|proto|port)$)[\w-]+$/i, 'must be another header: x-forwarded-user'),
      v.toLowerCase(),
    ),
  ),
  LOG_LEVEL: v.optional(
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a log level such as info'),
  ),
  // The first window of LIMIT_CODES is the one that the sign-in screen counts down.
  LIMIT_CODES: v.optional(limitsSchema, '1/1m,5/1h,10/1d'),
  LIMIT_CODES_IPV4: v.optional(limitsSchema, '100/10m,1000/1d'),
  LIMIT_CODES_IPV6_64: v.optional(limitsSchema, '10/10m'),
  LIMIT_CODES_IPV6_48: v.optional(limitsSchema, '100/10m,1000/1d'),
  LIMIT_WRONG_CODES: v.optional(limitsSchema, '10/1h,20/1d'),
  LIMIT_KNOWN_BROWSER_CODES: v.optional(limitsSchema, '1/1m,5/1h,10/1d'),
  LIMIT_KNOWN_BROWSER_WRONG_CODES: v.optional(limitsSchema, '10/1d'),
  LIMIT_KNOWN_BROWSERS_WRONG_CODES: v.optional(limitsSchema, '30/1d'),
  AUDIT_LOG: v.optional(text),
  // OpenTelemetry reads its variables itself; these turn it on.
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(webUrl),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(webUrl),
  OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(
    oneOf(['http/protobuf'], 'must be http/protobuf, which collectors take on port 4318'),
  ),
  OTEL_SDK_DISABLED: v.optional(v.pipe(text, v.toLowerCase()), 'false'),
  SHUTDOWN_DELAY_SECONDS: v.optional(number(/^\d{1,3}$/, 'must be a whole number of seconds from 0 to 999')),
  LANGUAGES: v.optional(languages, 'en'),
  SESSION_IDLE_MINUTES: v.optional(positive, '1440'),
  SESSION_ABSOLUTE_HOURS: v.optional(positive, '168'),
});

export type Environment = v.InferOutput<typeof Environment>;
