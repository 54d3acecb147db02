import { faultsOf } from '../../testing/faults';
import { readConfig } from '../../variables';

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
