import type { Findings } from '../../platform/config/finding';
import { startIssuer } from '../../testing/issuer';
import { checkHandOver } from './check';

const textsOf = (findings: Findings) =>
  findings.flatMap((found) => (found ? [`${found.state} ${found.check}: ${found.text}`] : []));

const handOver = async (keysUrl: string) =>
  textsOf(await checkHandOver({ issuer: 'https://www.acme.example', keysUrl: new URL(keysUrl) }));

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
