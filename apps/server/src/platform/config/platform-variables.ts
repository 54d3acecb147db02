import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isLoopback, LANGUAGES } from '@portal/contract';
import * as v from 'valibot';
import { attemptsPerDay, limitsSchema, MOST_ATTEMPTS_PER_DAY } from '../limits/limits';
import {
  account,
  host,
  matching,
  number,
  oneOf,
  origins,
  path,
  port,
  positive,
  text,
  timeZone,
  webUrl,
  yesOrNo,
} from './values';
import type { Fault, Given } from './variables';

/** Used in links, cookie paths and routes, so only characters that all of them read alike. */
const publicUrl = v.pipe(
  webUrl,
  v.check(
    ({ href, origin, pathname }) => href === origin + pathname && /^(\/[\w.~-]+)*\/?$/.test(pathname),
    'must be a URL with a plain path, without query or fragment: https://acme.example/account',
  ),
);

const key = v.pipe(
  text,
  v.transform((value) => Buffer.from(value, /^[0-9a-f]{64}$/i.test(value) ? 'hex' : 'base64')),
  v.check((bytes) => bytes.length === 32, 'must be 32 bytes in hex or base64: openssl rand -hex 32'),
);

/** Other programs read a schema in it. Here, all tables would be in another one. */
const databaseUrl = v.pipe(
  account('postgres:', 'postgresql:'),
  v.check(
    ({ searchParams }) => !['schema', 'currentSchema', 'search_path'].some((name) => searchParams.has(name)),
    'names a schema, which PostgreSQL reads elsewhere: remove it, and run `alter role portal set search_path = …`',
  ),
);

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];
/** No network of a company is wider than 10.0.0.0/8 or fc00::/7. */
const isNetwork = (part: string) => {
  const { address = '', bits = '32' } = /^(?<address>[^/]*)(?:\/(?<bits>\d{1,3}))?$/.exec(part)?.groups ?? {};
  const [least, most] = { 4: [8, 32] as const, 6: [7, 128] as const }[isIP(address)] ?? [1, 0];
  return namedNetworks.includes(part) || (Number(bits) >= least && Number(bits) <= most);
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

const languages = v.pipe(
  text,
  v.toLowerCase(),
  v.transform((value) => value.split(',').map((part) => part.trim())),
  v.array(v.picklist(LANGUAGES, `must be comma-separated languages out of ${LANGUAGES.join(', ')}: en,de`)),
  v.check((parts) => new Set(parts).size === parts.length, 'must name each language once'),
  v.transform(([standard = 'en' as const, ...others]) => [standard, ...others] as const),
);

/** The variables of the portal as a program. */
export const platformVariables = v.object({
  PORT: v.optional(port, '3000'),
  HOST: v.optional(host, '127.0.0.1'),
  PUBLIC_URL: v.optional(publicUrl),
  DATA_DIR: v.optional(path, '.portal'),
  DATABASE_URL: v.optional(databaseUrl),
  DATABASE_POOL_SIZE: v.optional(positive, '10'),
  MIGRATE_ON_START: v.optional(yesOrNo, 'true'),
  EMBED_ORIGINS: v.optional(origins, ''),
  EMBED_FRAME_ANCESTORS: v.optional(origins, ''),
  REMOTES: v.optional(text),
  API_UPSTREAM: v.optional(webUrl),
  SECRET_KEY: v.optional(key),
  SECRET_KEY_PREVIOUS: v.optional(key),
  TRUST_PROXY: v.optional(trustProxy, 'false'),
  COUNTRY_HEADER: v.optional(
    v.pipe(matching(/^[\w-]+$/, 'must be the name of a header: cf-ipcountry'), v.toLowerCase()),
  ),
  LOG_LEVEL: v.optional(
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a log level such as info'),
  ),
  AUDIT_LOG: v.optional(path),
  SHUTDOWN_DELAY_SECONDS: v.optional(number(/^\d{1,3}$/, 'must be a whole number of seconds from 0 to 999')),
  LANGUAGES: v.optional(languages, 'en'),
  TIME_ZONE: v.optional(timeZone),
  SESSION_IDLE_MINUTES: v.optional(positive, '1440'),
  SESSION_ABSOLUTE_HOURS: v.optional(positive, '168'),
  // The first window of LIMIT_CODES is the one that the sign-in screen counts down.
  LIMIT_CODES: v.optional(limitsSchema, '1/1m,5/1h,10/1d'),
  LIMIT_CODES_IPV4: v.optional(limitsSchema, '100/10m,1000/1d'),
  LIMIT_CODES_IPV6_64: v.optional(limitsSchema, '10/10m'),
  LIMIT_CODES_IPV6_48: v.optional(limitsSchema, '100/10m,1000/1d'),
  LIMIT_WRONG_CODES: v.optional(limitsSchema, '10/1h,20/1d'),
  LIMIT_KNOWN_BROWSER_CODES: v.optional(limitsSchema, '1/1m,5/1h,10/1d'),
  LIMIT_KNOWN_BROWSER_WRONG_CODES: v.optional(limitsSchema, '10/1d'),
  LIMIT_KNOWN_BROWSERS_WRONG_CODES: v.optional(limitsSchema, '30/1d'),
});

type PlatformVariables = v.InferOutput<typeof platformVariables>;

/** Limits for each identifier, by network, and for browsers that signed in before (docs/decisions/013-one-factor.md). */
const limitsOf = (env: PlatformVariables) => ({
  codes: env.LIMIT_CODES,
  codesOfNetwork: {
    ipv4: env.LIMIT_CODES_IPV4,
    'ipv6-64': env.LIMIT_CODES_IPV6_64,
    'ipv6-48': env.LIMIT_CODES_IPV6_48,
  },
  wrongCodes: env.LIMIT_WRONG_CODES,
  known: {
    codes: env.LIMIT_KNOWN_BROWSER_CODES,
    wrongCodes: env.LIMIT_KNOWN_BROWSER_WRONG_CODES,
    wrongCodesOfAll: env.LIMIT_KNOWN_BROWSERS_WRONG_CODES,
  },
});

/** Whether an origin counts as another site than the portal: on plain HTTP, another port is the same site. */
const isOtherSite = (origin: string, { protocol, hostname }: URL): boolean => {
  const site = new URL(origin);
  return protocol === 'https:' || site.protocol !== protocol || site.hostname !== hostname;
};

/** @param root the base of relative paths */
export const platformSettings = (env: PlatformVariables, root: string, given: Given) => {
  const publicUrl = env.PUBLIC_URL ?? new URL(`http://localhost:${env.PORT}`);
  return {
    /** The path of a file that a variable names. */
    pathOf: (path: string) => resolve(root, path),
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    /** PUBLIC_URL without a trailing slash: a path of the portal is appended. */
    baseUrl: publicUrl.href.replace(/\/$/, ''),
    /** The path prefix of everything except the probes: '' or '/account'. */
    basePath: publicUrl.pathname.replace(/\/+$/, ''),
    dataDir: resolve(root, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL?.href,
    poolSize: env.DATABASE_POOL_SIZE,
    migrateOnStart: env.MIGRATE_ON_START,
    embedOrigins: env.EMBED_ORIGINS,
    frameAncestors: env.EMBED_FRAME_ANCESTORS,
    /** Whether other sites embed the portal: cookies then need other attributes. */
    isEmbedded: [...env.EMBED_ORIGINS, ...env.EMBED_FRAME_ANCESTORS].some((origin) =>
      isOtherSite(origin, publicUrl),
    ),
    /** REMOTES, which `readRemoteChoices` reads. */
    remotesFile: env.REMOTES && resolve(root, env.REMOTES),
    /** Another server that answers the calls, and has the customers. */
    apiUpstream: env.API_UPSTREAM,
    secretKey: env.SECRET_KEY,
    /** Accepted beside the secret key while operators replace it. */
    previousSecretKey: env.SECRET_KEY_PREVIOUS,
    trustProxy: env.TRUST_PROXY,
    /** The header in which a proxy names the country of a request. */
    countryHeader: env.COUNTRY_HEADER,
    // On the terminal, a line per request would bury the codes.
    logLevel: env.LOG_LEVEL ?? (given['SMTP_URL'] || env.API_UPSTREAM ? 'info' : 'warn'),
    auditLog: env.AUDIT_LOG && resolve(root, env.AUDIT_LOG),
    /** Seconds from failing `/readyz` until the server stops listening: load balancers turn to other replicas. */
    shutdownDelay: env.SHUTDOWN_DELAY_SECONDS ?? (env.DATABASE_URL || env.API_UPSTREAM ? 5 : 0),
    /** The languages that customers can choose; the first is the default. */
    languages: env.LANGUAGES,
    /** Where the company is. */
    timeZone: env.TIME_ZONE,
    session: { idleMinutes: env.SESSION_IDLE_MINUTES, absoluteHours: env.SESSION_ABSOLUTE_HOURS },
    limits: limitsOf(env),
  };
};

export type PlatformSettings = ReturnType<typeof platformSettings>;

/** Faults of variables that are right by themselves. */
export const platformFaults = (config: PlatformSettings): readonly Fault[] => {
  const { publicUrl, embedOrigins, frameAncestors, limits } = config;
  const isEmbeddable = embedOrigins.length + frameAncestors.length > 0;
  const attempts = attemptsPerDay(limits.wrongCodes, limits.known.wrongCodesOfAll);
  return [
    // Embedded in another site, browsers keep the portal's cookies only if they are `Secure`.
    [
      isEmbeddable && publicUrl.protocol === 'http:' && !isLoopback(publicUrl),
      'PUBLIC_URL must start with https:// for EMBED_ORIGINS and EMBED_FRAME_ANCESTORS',
    ],
    // Operators may change the limits, but not raise the chance to guess a code above the promise of docs/security.md.
    [
      attempts > MOST_ATTEMPTS_PER_DAY,
      `LIMIT_WRONG_CODES and LIMIT_KNOWN_BROWSERS_WRONG_CODES together must allow at most ${MOST_ATTEMPTS_PER_DAY / 2} wrong codes a day: with more, an attacker could guess codes`,
    ],
  ];
};
