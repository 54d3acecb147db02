import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { type Config, ConfigError } from '../../platform/config/config';
import type { MailLogin } from '../mail/mail';

type Oauth = NonNullable<Config['smtpOauth']>;

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

/** XOAUTH2 in place of a password. nodemailer keeps a token until it expires, or the mail server refuses it. */
export const oauthLogin = (oauth: Oauth): MailLogin => ({
  options: { requireTLS: true, auth: { type: 'OAuth2', ...credentialsOf(oauth) } },
  // The error may quote the request for a token.
  secrets: 'keyFile' in oauth ? [] : [oauth.clientSecret, oauth.refreshToken],
  adviceFor: ({ command, responseCode = 0 }) => {
    if (command !== 'AUTH XOAUTH2') return undefined;
    return responseCode === 0
      ? 'So says the token endpoint: check the SMTP_OAUTH_ variables, and whether the secret, token, or key has expired.'
      : 'The token was issued, but the mail server refuses it: the user of SMTP_URL must be a mailbox that may send by SMTP, and the application must be permitted to send for it.';
  },
});
