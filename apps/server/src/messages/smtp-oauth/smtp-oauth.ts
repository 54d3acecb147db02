import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type Config, ConfigError } from '../../platform/config/config';

type Oauth = NonNullable<NonNullable<Config['smtp']>['oauth']>;

/** The key of a Google service account, as its console downloads it. */
const Key = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ client_email: v.string(), private_key: v.string(), token_uri: v.string() }),
);

/** @throws ConfigError */
const readKey = (file: string) => {
  try {
    const { client_email, private_key, token_uri } = v.parse(Key, readFileSync(file, 'utf8'));
    return { serviceClient: client_email, privateKey: private_key, accessUrl: token_uri };
  } catch {
    throw new ConfigError(['SMTP_OAUTH_KEY_FILE must name a readable JSON key of a Google service account']);
  }
};

const credentialsOf = (oauth: Oauth) => {
  if ('keyFile' in oauth) return readKey(oauth.keyFile);
  const { refreshToken, scope, ...client } = oauth;
  if (refreshToken) return { ...client, refreshToken };
  // Client credentials (RFC 6749 section 4.4). nodemailer insists on a refresh token; sent empty, it counts as omitted
  // (section 3.2).
  const customParams = { grant_type: 'client_credentials', scope, refresh_token: '' };
  return { ...client, refreshToken: 'none', customParams };
};

/** nodemailer's options for XOAUTH2. It keeps a token until it expires, or the mail server refuses it. */
export const oauthOptions = (oauth: Oauth | undefined) =>
  oauth ? { requireTLS: true, auth: { type: 'OAuth2' as const, ...credentialsOf(oauth) } } : {};

/** Removes secrets from an error that may quote the request for a token. */
export const withoutSecrets = (text: string, oauth: Oauth | undefined): string => {
  const secrets = oauth && 'clientSecret' in oauth ? [oauth.clientSecret, oauth.refreshToken] : [];
  return secrets
    .reduce<string>((now, secret) => (secret ? now.replaceAll(secret, '…') : now), text)
    .replace(/\s+/g, ' ');
};
