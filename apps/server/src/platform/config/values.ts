import { isLoopback, isTimeZone } from '@portal/contract';
import { isIP } from 'node:net';
import * as v from 'valibot';

/** One line: some values become mail headers, which a line break would end. */
export const text = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\P{Cc}*$/u, 'must be one line, without control characters'),
);

/** A file or folder. Only a shell knows `~/portal` and `$HOME`. */
export const path = v.pipe(text, v.regex(/^[^~$]/, 'must be a path without ~ and $: /var/lib/portal'));

export const matching = (pattern: RegExp, message: string) => v.pipe(text, v.regex(pattern, message));
export const number = (pattern: RegExp, message: string) =>
  v.pipe(matching(pattern, message), v.transform(Number));
export const oneOf = <const Options extends readonly string[]>(options: Options, message: string) =>
  v.pipe(text, v.picklist(options, message));
const list = v.pipe(
  text,
  v.transform((value) => (value === '' ? [] : value.split(',').map((part) => part.trim()))),
);

export const port = v.pipe(
  number(/^\d{1,5}$/, 'must be a port number'),
  v.maxValue(65_535, 'must be a port number'),
);
/** A host name needs a letter: digits and dots that are no IP address would be looked up in the DNS. */
export const host = v.pipe(
  text,
  v.check(
    (value) => isIP(value) > 0 || (/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value) && /[a-z]/i.test(value)),
    'must be an address of this machine, such as 127.0.0.1, 0.0.0.0 or ::, or its name',
  ),
);
/** More hours would reach back before the first date of PostgreSQL. */
export const positive = number(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999');

export const timeZone = v.pipe(text, v.check(isTimeZone, 'must be an IANA time zone: Europe/Berlin'));

export const url = (...protocols: string[]) =>
  v.pipe(
    text,
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    ),
    v.transform((value) => new URL(value)),
  );

export const webUrl = url('http:', 'https:');
export const mailAddress = matching(
  /^[^\s@<>?&]+@[^\s@<>?&]+$/,
  'must be a plain mail address: service@acme.example',
);
export const color = v.pipe(text, v.hexColor('must be a color such as #1976d2'));

/** Whether a password is cut short: an @ follows where host and port should have ended, or a % stands for nothing. */
const isCutShort = (value: string): boolean => {
  const [, authority = '', rest = ''] = /^[a-z]+:\/\/([^/?#]*)(.*)$/i.exec(value) ?? [];
  return rest.replace(/\?\w+=.*$/, '').includes('@') || /%(?![\da-f]{2})/i.test(authority);
};

export const account = (...protocols: string[]) =>
  v.pipe(
    text,
    v.check(
      (value) => !isCutShort(value),
      'has a password with characters that end it: write @ as %40, / as %2F, ? as %3F, # as %23, and % as %25',
    ),
    url(...protocols),
  );

export const yesOrNo = v.pipe(
  oneOf(['true', 'false'], 'must be true or false'),
  v.transform((value) => value === 'true'),
);

export const token = v.pipe(
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

export const origins = v.pipe(
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

/** Refuses plain HTTP: an attacker who can change a response in transit could sign in as any customer. */
export const safeUrl = v.pipe(
  url('https:', 'http:'),
  v.check((value) => isSafe(value.origin), 'must start with https://, except on this machine'),
);
