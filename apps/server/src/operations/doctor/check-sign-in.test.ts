import { startIdentityProvider } from '../../testing/identity-provider';
import { startIssuer } from '../../testing/issuer';
import { checkHandOver, checkProvider } from './check-sign-in';
import type { Findings } from './finding';

const textsOf = (findings: Findings) =>
  findings.flatMap((found) => (found ? [`${found.state} ${found.check}: ${found.text}`] : []));

const handOver = async (keysUrl: string) =>
  textsOf(await checkHandOver({ issuer: 'https://www.acme.example', keysUrl: new URL(keysUrl) }));

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

test('checks that HANDOVER_JWKS_URL has public keys', async () => {
  const site = await startIssuer(() => (_, reply) => {
    reply.end(JSON.stringify({ keys: [{ kty: 'oct', k: 'secret' }] }));
  });
  expect(await handOver(site.keysUrl)).toEqual(['ok hand-over: HANDOVER_JWKS_URL has 1 public key']);
  const secrets = await handOver(`${site.url}/secrets`);
  await site.close();
  expect(secrets).toEqual([expect.stringContaining('fix hand-over: HANDOVER_JWKS_URL does not answer')]);
  expect(await handOver(site.keysUrl)).toEqual(secrets);
});

test('checks the discovery document of the identity provider, and its issuer', async () => {
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
