import { ok } from '../../platform/config/finding';
import { faultsOf } from '../../testing/faults';
import { startIssuer } from '../../testing/issuer';
import { readConfig } from '../../variables';
import { handOver } from './part';

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

test('the doctor checks that HANDOVER_JWKS_URL has public keys', async () => {
  const keys = await startIssuer(() => (_, reply) => {
    reply.end(JSON.stringify({ keys: [{ kty: 'oct', k: 'secret' }] }));
  });
  const check = (HANDOVER_JWKS_URL: string) =>
    handOver.check(readConfig({ ...site, HANDOVER_JWKS_URL }, '/'))?.run();
  expect(await check(keys.keysUrl)).toEqual([ok('hand-over', 'HANDOVER_JWKS_URL has 1 public key')]);
  const none = [{ state: 'fix', text: expect.stringContaining('HANDOVER_JWKS_URL does not answer') }];
  expect(await check(`${keys.url}/secrets`)).toMatchObject(none);
  await keys.close();
  expect(await check(keys.keysUrl)).toMatchObject(none);
});
