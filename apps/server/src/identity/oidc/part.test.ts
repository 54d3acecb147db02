import { fix, ok } from '../../platform/config/finding';
import { faultsOf } from '../../testing/faults';
import { startIdentityProvider } from '../../testing/identity-provider';
import { readConfig } from '../../variables';
import { oidc } from './part';

const provider = {
  OIDC_ISSUER: 'https://id.acme.example',
  OIDC_CLIENT_ID: 'portal',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_NAME: 'Acme account',
};

test('is off by default, and on when completely configured', () => {
  expect(readConfig({}, '/portal').oidc).toBeUndefined();
  expect(readConfig(provider, '/portal').oidc).toMatchObject({
    issuer: new URL('https://id.acme.example'),
    name: 'Acme account',
    scope: 'openid email',
  });
});

test.each([
  [{ ...provider, OIDC_NAME: '' }, 'OIDC_NAME is missing'],
  [{ ...provider, OIDC_ISSUER: 'http://id.acme.example' }, 'must start with https://'],
  [{ ...provider, OIDC_SCOPE: 'email' }, 'OIDC_SCOPE must contain openid'],
  [
    { ...provider, HANDOVER_ISSUER: provider.OIDC_ISSUER, HANDOVER_JWKS_URL: 'https://id.acme.example/keys' },
    'must differ from OIDC_ISSUER',
  ],
])('rejects %j', (env: Record<string, string>, fault) => {
  expect(faultsOf(env)).toEqual([expect.stringContaining(fault)]);
});

test('the doctor checks the discovery document of the identity provider', async () => {
  const idp = await startIdentityProvider();
  const check = (OIDC_ISSUER: string) => oidc.check(readConfig({ ...provider, OIDC_ISSUER }, '/'))?.run();
  const name = 'identity provider';
  expect(await check(idp.url)).toEqual([ok(name, `${idp.url} answers`)]);
  expect(await check(idp.url.replace('127.0.0.1', 'localhost'))).toEqual([
    fix(name, `Its discovery document names the issuer ${idp.url}. Set OIDC_ISSUER to that.`),
  ]);
  await idp.close();
  expect(await check(idp.url)).toMatchObject([
    { state: 'fix', text: expect.stringContaining('does not answer with a discovery document') },
  ]);
});
