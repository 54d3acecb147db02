import * as v from 'valibot';
import { safeUrl, text } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import type { Config } from '../../platform/config/config';
import { oauthLogin } from './smtp-oauth';

/** How to sign in to the mail server without a password: with the key of a service account, or as a client. */
const variables = defineVariables({
  entries: {
    SMTP_OAUTH_TOKEN_URL: v.optional(safeUrl),
    SMTP_OAUTH_CLIENT_ID: v.optional(text),
    SMTP_OAUTH_CLIENT_SECRET: v.optional(text),
    SMTP_OAUTH_REFRESH_TOKEN: v.optional(text),
    SMTP_OAUTH_SCOPE: v.optional(text, 'https://outlook.office365.com/.default'),
    SMTP_OAUTH_KEY_FILE: v.optional(text),
  },
  groups: [['SMTP_OAUTH_TOKEN_URL', 'SMTP_OAUTH_CLIENT_ID', 'SMTP_OAUTH_CLIENT_SECRET']],
  companions: [
    ['SMTP_OAUTH_CLIENT_ID', 'SMTP_URL', 'the server and the mailbox'],
    ['SMTP_OAUTH_KEY_FILE', 'SMTP_URL', 'the server and the mailbox'],
    ['SMTP_OAUTH_REFRESH_TOKEN', 'SMTP_OAUTH_CLIENT_ID', 'the client that it was issued to'],
  ],
  settings: (env, { pathOf }) => {
    const client =
      env.SMTP_OAUTH_TOKEN_URL && env.SMTP_OAUTH_CLIENT_ID && env.SMTP_OAUTH_CLIENT_SECRET
        ? {
            accessUrl: env.SMTP_OAUTH_TOKEN_URL.href,
            clientId: env.SMTP_OAUTH_CLIENT_ID,
            clientSecret: env.SMTP_OAUTH_CLIENT_SECRET,
            refreshToken: env.SMTP_OAUTH_REFRESH_TOKEN,
            scope: env.SMTP_OAUTH_SCOPE,
          }
        : undefined;
    return { smtpOauth: env.SMTP_OAUTH_KEY_FILE ? { keyFile: pathOf(env.SMTP_OAUTH_KEY_FILE) } : client };
  },
  faults: ({ smtpOauth }, _platform, { SMTP_URL = '' }) => [
    [
      smtpOauth !== undefined && URL.canParse(SMTP_URL) && new URL(SMTP_URL).username === '',
      'SMTP_URL must name the mailbox for OAuth: smtp://portal%40acme.example@smtp.office365.com:587',
    ],
  ],
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof variables> {}
}

/** Mail servers that take OAuth tokens in place of a password: Microsoft 365, Google Workspace. */
export const smtpOauth = {
  name: 'smtp-oauth',
  variables,
  mailLogin: ({ smtpOauth: settings }: Config) => settings && oauthLogin(settings),
};
