import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { Provider } from 'oidc-provider';

interface IdentityProviderOptions {
  port: number;
  /** The portal that trusts it. */
  portalUrl: string;
}

export const CLIENT = { id: 'portal', secret: 'the secret of the portal and its provider' };

/**
 * Starts an identity provider that accepts every address as an account.
 * @returns the function that stops it
 */
export const startIdentityProvider = async ({ port, portalUrl }: IdentityProviderOptions) => {
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${portalUrl}/sign-in/oidc/callback`],
        post_logout_redirect_uris: [`${portalUrl}/login`],
        backchannel_logout_uri: `${portalUrl}/hooks/back-channel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    cookies: { keys: ['of the cookies of this provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { backchannelLogout: { enabled: true } },
    // By default, it refuses to send requests to loopback addresses.
    fetch: (url, options) => fetch(url, Object.assign({}, options, { dispatcher: undefined })),
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: accountId,
        email_verified: true,
      }),
    }),
  });
  const server = createServer(provider.callback());
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return () =>
    new Promise<void>((stopped) => {
      server.close(() => stopped());
      server.closeAllConnections();
    });
};

/** Signs in on the provider's own pages, and agrees that the portal gets the address. */
export const signInAtProvider = async (page: Page, email: string): Promise<void> => {
  await page.locator('input[name=login]').fill(email);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
};
