import { calls } from '@portal/api/wire';
import * as v from 'valibot';
import { startReleasedPortal } from '../../testing/released-portal';
import { startTestApp } from '../../testing/test-app';
import type { App } from './validation';

const paths = Object.values(calls).map(({ path }) => path);

const described = v.looseObject({ paths: v.record(v.string(), v.unknown()) });

const documentOf = async (app: App, basePath = '') => {
  const response = await app.inject(`${basePath}/openapi.json`);
  expect(response.headers['content-type']).toContain('application/json');
  return response.json();
};

test('describes every call, and nothing else, as OpenAPI 3.1; with an upstream, too', async () => {
  const own = await startTestApp();
  const upstream = await startReleasedPortal({ PUBLIC_URL: 'http://portal.test/account' });
  const document = await documentOf(own.app);
  const ofUpstream = await documentOf(upstream.app, '/account');
  await own.close();
  await upstream.close();
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1\.\d+$/), servers: [{ url: '/' }] });
  expect(Object.keys(v.parse(described, document).paths).sort()).toEqual([...new Set(paths)].sort());
  expect(ofUpstream).toMatchObject({ servers: [{ url: '/account' }], paths: document.paths });
  expect(document.paths['/customer-login/email/verify'].post.requestBody.content).toEqual({
    'application/json': {
      schema: {
        type: 'object',
        properties: { email: { type: 'string', maxLength: 320 }, code: { type: 'string', maxLength: 320 } },
        required: ['email', 'code'],
        additionalProperties: false,
      },
    },
  });
  expect(document.paths['/orders/answer/files'].post.requestBody.content).toEqual({
    'multipart/form-data': {
      schema: expect.objectContaining({ properties: { file: { type: 'string', format: 'binary' } } }),
    },
  });
  expect(document.paths['/serviceOrder/get'].get.parameters).toEqual([
    expect.objectContaining({ in: 'query', name: 'serviceOrderNbr', required: true }),
  ]);
  const status = document.paths['/serviceOrder/get-notification-status'].get.responses['200'];
  expect(status.content['application/json'].schema).toMatchObject({
    properties: { email: { type: 'boolean' }, sms: { type: 'boolean' } },
  });
});
