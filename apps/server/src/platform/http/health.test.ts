import { version } from '../../../package.json';
import { buildApp } from '../../app';
import { deriveKeys } from '../crypto/keys';
import { putRelease, shellRelease } from '../../testing/releases';
import { useTestApp } from '../../testing/test-app';

const portal = useTestApp();

test('the liveness and readiness probes succeed, and readiness names the version', async () => {
  await putRelease(portal.database, portal.config.releasesUrl, shellRelease());
  expect(await portal.app.inject('/healthz')).toMatchObject({ statusCode: 200, body: '{"success":true}' });
  expect(await portal.app.inject('/readyz')).toMatchObject({
    statusCode: 200,
    body: `{"success":true,"version":"${version}"}`,
  });
});

test('a stopping portal is not ready, but alive', async () => {
  const draining = new AbortController();
  const { config, database } = portal;
  const keys = deriveKeys(Buffer.alloc(32));
  const app = buildApp({ config, database, keys, draining: draining.signal });
  draining.abort();
  expect(await app.inject('/readyz')).toMatchObject({
    statusCode: 503,
    body: '{"success":false,"message":"The portal is stopping."}',
  });
  expect(await app.inject('/healthz')).toMatchObject({ statusCode: 200 });
  await app.close();
});
