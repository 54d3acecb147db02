import type { Findings } from '../../platform/config/finding';
import { startIdentityProvider } from '../../testing/identity-provider';
import { checkProvider } from './check';

const textsOf = (findings: Findings) =>
  findings.flatMap((found) => (found ? [`${found.state} ${found.check}: ${found.text}`] : []));

const provider = async (issuer: string) =>
  textsOf(
    await checkProvider({
      issuer: new URL(issuer),
      clientId: 'portal',
      clientSecret: 'secret',
      name: 'Acme',
      scope: 'openid',
    }),
  );

test('checks the issuer and the features of the identity provider', async () => {
  const idp = await startIdentityProvider();
  expect(await provider(idp.url)).toEqual([`ok identity provider: ${idp.url} answers`]);
  expect(await provider(idp.url.replace('127.0.0.1', 'localhost'))).toEqual([
    `fix identity provider: Its discovery document names the issuer ${idp.url}. Set OIDC_ISSUER to that.`,
  ]);
  await idp.close();
  expect(await provider(idp.url)).toEqual([
    expect.stringContaining('does not answer with a discovery document'),
  ]);
});
