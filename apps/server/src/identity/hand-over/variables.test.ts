import { faultsOf } from '../../testing/faults';
import { readConfig } from '../../variables';

const site = {
  HANDOVER_ISSUER: 'https://www.acme.example',
  HANDOVER_JWKS_URL: 'https://www.acme.example/jwks.json',
};

test('is off by default, and on when completely configured', () => {
  expect(readConfig({}, '/portal').handover).toBeUndefined();
  expect(readConfig(site, '/portal').handover).toMatchObject({
    keysUrl: new URL('https://www.acme.example/jwks.json'),
  });
});

test.each([
  [{ HANDOVER_ISSUER: 'x' }, 'HANDOVER_JWKS_URL is missing: set all of HANDOVER_ISSUER, HANDOVER_JWKS_URL'],
  [{ ...site, HANDOVER_JWKS_URL: 'http://www.acme.example/jwks.json' }, 'must start with https://'],
  [{ ...site, API_UPSTREAM: 'https://erp.example' }, 'API_UPSTREAM signs customers in itself'],
])('rejects %j', (env: Record<string, string>, fault) => {
  expect(faultsOf(env)).toEqual([expect.stringContaining(fault)]);
});
