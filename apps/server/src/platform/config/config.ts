import { isLoopback } from '@portal/contract';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { Environment } from './environment';
import { attemptsPerDay, MOST_ATTEMPTS_PER_DAY } from '../limits/limits';

/** The environment is invalid. Lists every fault by the name of its variable, never by its value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly kind = 'usage';

  constructor(readonly faults: readonly string[]) {
    super(
      `The environment has faults:\n${faults.map((fault) => `  ${fault}`).join('\n')}\nFix them and restart.`,
    );
  }
}

const groups = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['SMTP_OAUTH_TOKEN_URL', 'SMTP_OAUTH_CLIENT_ID', 'SMTP_OAUTH_CLIENT_SECRET'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  ['VONAGE_API_KEY', 'VONAGE_API_SECRET', 'VONAGE_FROM'],
  ['HANDOVER_ISSUER', 'HANDOVER_JWKS_URL'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'],
  ['ACUMATICA_USER', 'ACUMATICA_PASSWORD'],
  ['ACUMATICA_CLIENT_ID', 'ACUMATICA_CLIENT_SECRET'],
] as const;

/** Variables that do nothing without another. */
const companions = [
  ['SMS_QUIET_HOURS', 'TIME_ZONE', 'one, such as Europe/Berlin'],
  ['OPERATIONS_HOST', 'OPERATIONS_PORT', 'one, such as 9464'],
  ['SMTP_OAUTH_CLIENT_ID', 'SMTP_URL', 'the server and the mailbox'],
  ['SMTP_OAUTH_KEY_FILE', 'SMTP_URL', 'the server and the mailbox'],
  ['SMTP_OAUTH_REFRESH_TOKEN', 'SMTP_OAUTH_CLIENT_ID', 'the client that it was issued to'],
  ['VONAGE_SIGNATURE_SECRET', 'VONAGE_API_KEY', 'the account'],
  ['ACUMATICA_USER', 'ACUMATICA_URL', 'the address of the ERP'],
  ['ACUMATICA_CLIENT_ID', 'ACUMATICA_URL', 'the address of the ERP'],
  ['ACUMATICA_PUSH_TOKEN', 'ACUMATICA_URL', 'the address of the ERP'],
  ['ACUMATICA_REFRESH_TOKEN', 'ACUMATICA_CLIENT_ID', 'the client that it was issued to'],
] as const;

type Variables = Record<string, string | undefined>;

/** Names every fault but no value: a value may be a secret. */
const faultsOf = (variables: Variables, issues: readonly v.BaseIssue<unknown>[] = []): string[] => {
  const has = (name: string) => Boolean(variables[name]);
  return [
    ...issues.map((issue) => `${v.getDotPath(issue)?.split('.')[0] ?? 'environment'} ${issue.message}`),
    ...groups
      .filter((group) => group.some(has))
      .flatMap((group) =>
        group
          .filter((name) => !has(name))
          .map((name) => `${name} is missing: set all of ${group.join(', ')}`),
      ),
    ...companions
      .filter(([name, needed]) => has(name) && !has(needed))
      .map(([name, needed, what]) => `${needed} is missing: ${name} needs ${what}`),
    // A template that was not filled in: each replica would make a key of its own.
    ...(variables['SECRET_KEY'] === '' && has('DATABASE_URL')
      ? ['SECRET_KEY is empty: set the same for all replicas, from openssl rand -hex 32']
      : []),
  ];
};

/** Faults of variables that are right by themselves. */
const faultsTogether = (config: Config): string[] => {
  const { port, operations, publicUrl, embedOrigins, frameAncestors, handover, oidc, apiUpstream, limits } =
    config;
  const isEmbeddable = embedOrigins.length + frameAncestors.length > 0;
  const hasSameIssuer =
    handover && URL.canParse(handover.issuer) && new URL(handover.issuer).href === oidc?.issuer.href;
  const attempts = attemptsPerDay(limits.wrongCodes, limits.known.wrongCodesOfAll);
  const faults: readonly (readonly [isWrong: boolean | undefined, fault: string])[] = [
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
    [port !== 0 && operations?.port === port, 'OPERATIONS_PORT must differ from PORT'],
    [
      apiUpstream && (handover ?? oidc) !== undefined,
      'API_UPSTREAM signs customers in itself: remove the HANDOVER_ and OIDC_ variables',
    ],
    [
      config.acumatica && apiUpstream !== undefined,
      'API_UPSTREAM has the orders itself: remove the ACUMATICA_ variables',
    ],
    [
      config.acumatica && !config.acumatica.user && !config.acumatica.refreshToken,
      'ACUMATICA_URL needs ACUMATICA_USER and ACUMATICA_PASSWORD, or ACUMATICA_CLIENT_ID and ACUMATICA_REFRESH_TOKEN',
    ],
    [config.twilio && config.vonage && true, 'TWILIO_FROM and VONAGE_FROM are two providers: set one'],
    [
      config.smtp?.oauth && new URL(config.smtp.url).username === '',
      'SMTP_URL must name the mailbox for OAuth: smtp://portal%40acme.example@smtp.office365.com:587',
    ],
    // With TRUST_PROXY=true, everybody who reaches the port could name themselves.
    [
      operations?.operatorHeader !== undefined && typeof config.trustProxy === 'boolean',
      'OPERATOR_HEADER needs the addresses of your proxies in TRUST_PROXY: loopback,10.0.0.0/8',
    ],
    [hasSameIssuer, 'HANDOVER_ISSUER must differ from OIDC_ISSUER: the issuer of a token selects its keys'],
  ];
  return faults.flatMap(([isWrong, fault]) => (isWrong ? [fault] : []));
};

/** Whether an origin counts as another site than the portal: on plain HTTP, another port is the same site. */
const isOtherSite = (origin: string, { protocol, hostname }: URL): boolean => {
  const site = new URL(origin);
  return protocol === 'https:' || site.protocol !== protocol || site.hostname !== hostname;
};

/**
 * Reads and checks the whole environment; an empty variable counts as absent. Nothing else in this process reads it.
 * @param root the base of relative paths (DATA_DIR)
 * @throws ConfigError naming every faulty variable
 */
export const readConfig = (env: Variables, root: string): Config => {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { success, output, issues } = v.safeParse(Environment, given);
  const faults = faultsOf(env, issues);
  if (!success || faults.length > 0) throw new ConfigError(faults);
  const config = configOf(output, root);
  const together = faultsTogether(config);
  if (together.length > 0) throw new ConfigError(together);
  return config;
};

const configOf = (env: Environment, root: string) => {
  const dataDir = resolve(root, env.DATA_DIR);
  const publicUrl = env.PUBLIC_URL ?? new URL(`http://localhost:${env.PORT}`);
  const baseUrl = publicUrl.href.replace(/\/$/, '');
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    /** PUBLIC_URL without a trailing slash: a path of the portal is appended. */
    baseUrl,
    /** The path prefix of everything except the probes: '' or '/account'. */
    basePath: publicUrl.pathname.replace(/\/+$/, ''),
    /** Where links in messages lead: a path of the portal is appended. */
    customerUrl: env.CUSTOMER_URL ?? baseUrl,
    dataDir,
    databaseUrl: env.DATABASE_URL?.href,
    poolSize: env.DATABASE_POOL_SIZE,
    migrateOnStart: env.MIGRATE_ON_START,
    releasesUrl: env.RELEASES_URL ?? pathToFileURL(resolve(dataDir, 'releases')),
    /** How many browsers must fail on their first page before a promoted version is rolled back; 0: never. */
    rollBackAfter: env.ROLL_BACK_AFTER,
    allowLocalRemotes: env.ALLOW_LOCAL_REMOTES,
    embedOrigins: env.EMBED_ORIGINS,
    frameAncestors: env.EMBED_FRAME_ANCESTORS,
    /** Whether other sites embed the portal: cookies then need other attributes. */
    isEmbedded: [...env.EMBED_ORIGINS, ...env.EMBED_FRAME_ANCESTORS].some((origin) =>
      isOtherSite(origin, publicUrl),
    ),
    /** The embedder whose sign-in the portal accepts: the issuer of its tickets, and the URL of their keys. */
    handover:
      env.HANDOVER_ISSUER && env.HANDOVER_JWKS_URL
        ? { issuer: env.HANDOVER_ISSUER, keysUrl: env.HANDOVER_JWKS_URL }
        : undefined,
    oidc:
      env.OIDC_ISSUER && env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET
        ? {
            issuer: env.OIDC_ISSUER,
            clientId: env.OIDC_CLIENT_ID,
            clientSecret: env.OIDC_CLIENT_SECRET,
            scope: env.OIDC_SCOPE,
          }
        : undefined,
    smtp:
      env.SMTP_URL && env.MAIL_FROM
        ? { url: env.SMTP_URL.href, from: env.MAIL_FROM, oauth: oauthOf(env, root) }
        : undefined,
    twilio:
      env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN && env.TWILIO_FROM
        ? {
            accountSid: env.TWILIO_ACCOUNT_SID,
            authToken: env.TWILIO_AUTH_TOKEN,
            from: env.TWILIO_FROM,
            baseUrl: env.TWILIO_BASE_URL,
          }
        : undefined,
    vonage:
      env.VONAGE_API_KEY && env.VONAGE_API_SECRET && env.VONAGE_FROM
        ? {
            apiKey: env.VONAGE_API_KEY,
            apiSecret: env.VONAGE_API_SECRET,
            from: env.VONAGE_FROM,
            signatureSecret: env.VONAGE_SIGNATURE_SECRET,
            baseUrl: env.VONAGE_BASE_URL,
          }
        : undefined,
    sms: {
      countries: env.SMS_COUNTRIES,
      dailyBudget: env.SMS_DAILY_BUDGET,
      quietHours: env.SMS_QUIET_HOURS && env.TIME_ZONE && { ...env.SMS_QUIET_HOURS, timeZone: env.TIME_ZONE },
    },
    /** How many messages each lane sends at once, and how many about orders it begins in a second. */
    messages: { concurrency: env.MESSAGE_CONCURRENCY, newsPerSecond: env.NEWS_PER_SECOND ?? Infinity },
    apiUpstream: env.API_UPSTREAM,
    /** The address of webpack's dev server; only `pnpm dev` sets it. */
    devServer: env.DEV_SERVER?.origin,
    brand: {
      name: env.BRAND_NAME,
      logoUrl: env.BRAND_LOGO_URL ?? null,
      iconUrl: env.BRAND_ICON_URL,
      pictureUrl: env.BRAND_PICTURE_URL,
      primaryColor: env.BRAND_PRIMARY_COLOR,
      secondaryColor: env.BRAND_SECONDARY_COLOR,
      font: env.BRAND_FONT,
      radius: env.BRAND_RADIUS,
      eventImages: env.EVENT_IMAGES,
      timeZone: env.TIME_ZONE,
      links: { help: env.HELP_URL?.href, privacy: env.PRIVACY_URL?.href, imprint: env.IMPRINT_URL?.href },
      ...(env.OIDC_NAME !== undefined && { signIn: { name: env.OIDC_NAME } }),
      support: { email: env.SUPPORT_EMAIL, phone: env.SUPPORT_PHONE, url: env.SUPPORT_URL?.href },
    },
    /** The languages that customers can choose; the first is the default. */
    languages: env.LANGUAGES,
    /** ORDER_STATUS_TEXTS, which `readStatusTexts` reads. */
    statusTextsFile: env.ORDER_STATUS_TEXTS && resolve(root, env.ORDER_STATUS_TEXTS),
    /** REMOTES, which `readRemoteChoices` reads. */
    remotesFile: env.REMOTES && resolve(root, env.REMOTES),
    ordersWebhookToken: env.ORDERS_WEBHOOK_TOKEN,
    /** The ERP that orders come from, and how to sign in to it. */
    acumatica: env.ACUMATICA_URL && {
      url: env.ACUMATICA_URL,
      endpoint: env.ACUMATICA_ENDPOINT,
      tenant: env.ACUMATICA_TENANT,
      branch: env.ACUMATICA_BRANCH,
      user: env.ACUMATICA_USER,
      password: env.ACUMATICA_PASSWORD,
      clientId: env.ACUMATICA_CLIENT_ID,
      clientSecret: env.ACUMATICA_CLIENT_SECRET,
      refreshToken: env.ACUMATICA_REFRESH_TOKEN,
      /** OData: which orders customers may see. */
      filter: env.ACUMATICA_FILTER,
      maxAgeDays: env.ACUMATICA_MAX_AGE_DAYS,
      /** ACUMATICA_MAPPING, which `readMapping` reads. */
      mappingFile: env.ACUMATICA_MAPPING && resolve(root, env.ACUMATICA_MAPPING),
      pushToken: env.ACUMATICA_PUSH_TOKEN,
      requestsPerMinute: env.ACUMATICA_REQUESTS_PER_MINUTE,
    },
    /** The port of the operator and of Prometheus; absent: off. */
    operations:
      env.OPERATIONS_PORT === undefined
        ? undefined
        : {
            port: env.OPERATIONS_PORT,
            host: env.OPERATIONS_HOST,
            /** Absent: only this machine reads the metrics. */
            metricsToken: env.METRICS_TOKEN,
            operatorToken: env.OPERATOR_TOKEN,
            /** The header in which a proxy names the operator. */
            operatorHeader: env.OPERATOR_HEADER,
          },
    auditLog: env.AUDIT_LOG && resolve(root, env.AUDIT_LOG),
    isTraced:
      Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
      env.OTEL_SDK_DISABLED !== 'true',
    secretKey: env.SECRET_KEY,
    /** Accepted beside the secret key while operators replace it. */
    previousSecretKey: env.SECRET_KEY_PREVIOUS,
    trustProxy: env.TRUST_PROXY,
    /** The header in which a proxy names the country of a request. */
    countryHeader: env.COUNTRY_HEADER,
    // On the terminal, a line per request would bury the codes.
    logLevel: env.LOG_LEVEL ?? (env.SMTP_URL || env.API_UPSTREAM ? 'info' : 'warn'),
    limits: limitsOf(env),
    /** Seconds from failing `/readyz` until the server stops listening: load balancers turn to other replicas. */
    shutdownDelay: env.SHUTDOWN_DELAY_SECONDS ?? (env.DATABASE_URL || env.API_UPSTREAM ? 5 : 0),
    session: { idleMinutes: env.SESSION_IDLE_MINUTES, absoluteHours: env.SESSION_ABSOLUTE_HOURS },
  };
};

/** How to sign in to the mail server without a password: with the key of a service account, or as a client. */
const oauthOf = (env: Environment, root: string) => {
  if (env.SMTP_OAUTH_KEY_FILE) return { keyFile: resolve(root, env.SMTP_OAUTH_KEY_FILE) };
  return env.SMTP_OAUTH_TOKEN_URL && env.SMTP_OAUTH_CLIENT_ID && env.SMTP_OAUTH_CLIENT_SECRET
    ? {
        accessUrl: env.SMTP_OAUTH_TOKEN_URL.href,
        clientId: env.SMTP_OAUTH_CLIENT_ID,
        clientSecret: env.SMTP_OAUTH_CLIENT_SECRET,
        refreshToken: env.SMTP_OAUTH_REFRESH_TOKEN,
        scope: env.SMTP_OAUTH_SCOPE,
      }
    : undefined;
};

/** Limits for each identifier, by network, and for browsers that signed in before (docs/decisions/013-one-factor.md). */
const limitsOf = (env: Environment) => ({
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

/** The environment in the program's own terms. */
export type Config = ReturnType<typeof configOf>;
