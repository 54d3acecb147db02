import type { Config } from '../../platform/config/config';
import { oauthLogin } from './smtp-oauth';
import { smtpOauthVariables } from './variables';

/** Mail servers that take OAuth tokens in place of a password: Microsoft 365, Google Workspace. */
export const smtpOauth = {
  name: 'smtp-oauth',
  variables: smtpOauthVariables,
  mailLogin: ({ smtpOauth: settings }: Config) => settings && oauthLogin(settings),
};
