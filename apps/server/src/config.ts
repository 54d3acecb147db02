import { isLoopback } from '@portal/contract';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { ConfigError } from './config-error';
import { Environment } from './environment';

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

/** Other sites keep no cookies for the portal but `Secure` ones. */
const embeddingFaults = ({ publicUrl, isEmbedded }: Config): string[] =>
  isEmbedded && publicUrl.protocol === 'http:' && !isLoopback(publicUrl)
    ? ['PUBLIC_URL must start with https:// for EMBED_ORIGINS and EMBED_FRAME_ANCESTORS']
    : [];

/**
 * Reads the whole environment at once; the only reader of it in this process.
 * @param env the variables; an empty one counts as absent
 * @param root the directory that relative paths (DATA_DIR) start from
 * @throws ConfigError naming every faulty variable
 */
export const readConfig = (env: Variables, root: string): Config => {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(Environment, variables);
  const faults = faultsOf(variables, parsed.issues);
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  const config = configOf(parsed.output, root);
  const embedding = embeddingFaults(config);
  if (embedding.length > 0) throw new ConfigError(embedding);
  return config;
};

const configOf = (env: Environment, root: string) => {
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
    /** The file with the public keys that release documents are signed with. */
    releasePublicKeys: env.RELEASE_PUBLIC_KEYS && resolve(root, env.RELEASE_PUBLIC_KEYS),
    allowLocalRemotes: env.ALLOW_LOCAL_REMOTES,
    /** The other origins whose pages may hold the portal's element. */
    embedOrigins: env.EMBED_ORIGINS,
    /** The origins that may show the portal's own page in a frame. */
    frameAncestors: env.EMBED_FRAME_ANCESTORS,
    /** Whether the portal is used within other sites, where browsers keep cookies on other terms. */
    isEmbedded: env.EMBED_ORIGINS.length + env.EMBED_FRAME_ANCESTORS.length > 0,
    smtp: env.SMTP_URL && env.MAIL_FROM ? { url: env.SMTP_URL.href, from: env.MAIL_FROM } : undefined,
    twilio: twilioOf(env),
    sms: { countries: env.SMS_COUNTRIES, dailyBudget: env.SMS_DAILY_BUDGET },
    apiUpstream: env.API_UPSTREAM,
    /** webpack's dev server; set by `pnpm dev` only. */
    devServer: env.DEV_SERVER?.origin,
    brand: {
      name: env.BRAND_NAME,
      logoUrl: env.BRAND_LOGO_URL ?? null,
      primaryColor: env.BRAND_PRIMARY_COLOR,
    },
    ordersWebhookToken: env.ORDERS_WEBHOOK_TOKEN,
    secretKey: env.SECRET_KEY,
    trustProxy: env.TRUST_PROXY,
    // Where codes appear on the terminal, a line for each request would bury them.
    logLevel: env.LOG_LEVEL ?? (env.SMTP_URL || env.API_UPSTREAM ? 'info' : 'warn'),
    session: { idleMinutes: env.SESSION_IDLE_MINUTES, absoluteHours: env.SESSION_ABSOLUTE_HOURS },
  };
};

const twilioOf = (env: Environment) =>
  env.TWILIO_ACCOUNT_SID && env.TWILIO_AUTH_TOKEN && env.TWILIO_FROM
    ? {
        accountSid: env.TWILIO_ACCOUNT_SID,
        authToken: env.TWILIO_AUTH_TOKEN,
        from: env.TWILIO_FROM,
        baseUrl: env.TWILIO_BASE_URL,
      }
    : undefined;

/** What the process was told by its environment, in the program's own terms. */
export type Config = ReturnType<typeof configOf>;
