import { calls } from '@portal/api/wire';
import * as v from 'valibot';
import { startReleasedPortal } from '../../testing/released-portal';
import { startTestApp } from '../../testing/test-app';
import type { App } from './validation';

const documentOf = async (app: App, basePath = '') => {
  const response = await app.inject(`${basePath}/openapi.json`);
  expect(response.headers['content-type']).toContain('application/json');
  return response.json();
};

const described = v.looseObject({ paths: v.record(v.string(), v.record(v.string(), v.unknown())) });

/** The documented calls, as `POST /logout`. */
const namesIn = (document: unknown) =>
  Object.entries(v.parse(described, document).paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );

const all = Object.values(calls).map(({ method, path }) => `${method} ${path}`);

test('describes every call, and nothing else, as OpenAPI 3.1', async () => {
  const portal = await startTestApp();
  const document = await documentOf(portal.app);
  await portal.close();
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d+$/), servers: [{ url: '/' }] });
  expect(namesIn(document).sort()).toEqual([...all].sort());
  expect(all).toHaveLength(17);
  const verify = document.paths['/customer-login/email/verify'].post;
  expect(verify.requestBody.content['application/json'].schema).toEqual({
    type: 'object',
    properties: { email: { type: 'string', maxLength: 320 }, code: { type: 'string', maxLength: 320 } },
    required: ['email', 'code'],
    additionalProperties: false,
  });
  expect(document.paths['/serviceOrder/get'].get.parameters).toEqual([
    expect.objectContaining({ in: 'query', name: 'serviceOrderNbr', required: true }),
  ]);
  const status = document.paths['/serviceOrder/get-notification-status'].get.responses['200'];
  expect(status.content['application/json'].schema).toMatchObject({
    properties: { email: { type: 'boolean' }, sms: { type: 'boolean' } },
  });
});

test('lists the same calls with an upstream, and names the base path', async () => {
  const portal = await startReleasedPortal({ PUBLIC_URL: 'http://portal.test/account' });
  const document = await documentOf(portal.app, '/account');
  expect(document.servers).toEqual([{ url: '/account' }]);
  expect(namesIn(document).sort()).toEqual([...all].sort());
  await portal.close();
});
