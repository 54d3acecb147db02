import { startReleasedPortal } from '../testing/released-portal';
import { startTestApp } from '../testing/test-app';
import type { App } from './validation';

interface Operation {
  operationId: string;
  summary: string;
  parameters?: { in: string; name: string; required: boolean; schema: object }[];
  requestBody?: { content: { 'application/json': { schema: object } } };
  responses: Record<string, { description: string; content: { 'application/json': { schema: object } } }>;
}

interface Document {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
}

const documentOf = async (app: App, basePath = ''): Promise<Document> => {
  const answer = await app.inject(`${basePath}/openapi.json`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('application/json');
  return answer.json();
};

const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );

const namesOf = (document: Document) =>
  operationsOf(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`);

const documented = [
  'POST /customer-login/email',
  'POST /customer-login/phone',
  'POST /customer-login/email/verify',
  'POST /customer-login/phone/verify',
  'GET /auth-check',
  'GET /serviceOrder/list',
  'GET /serviceOrder/get',
  'GET /serviceOrder/get-notification-status',
  'POST /serviceOrder/update-notification-status',
  'POST /notification-preferences/test',
  'POST /language',
  'POST /logout',
];

describe('with a database', () => {
  let portal: Awaited<ReturnType<typeof startTestApp>>;
  let document: Document;
  beforeAll(async () => {
    portal = await startTestApp();
    document = await documentOf(portal.app);
  });
  afterAll(() => portal.close());

  test('is an OpenAPI 3.1 document', () => {
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: expect.any(String), version: expect.any(String) },
      servers: [{ url: '/' }],
    });
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('lists the nine calls, the test message, the language and the logout, and nothing else', () => {
    expect(namesOf(document).sort()).toEqual([...documented].sort());
  });

  test('describes requests and responses', () => {
    const { paths } = document;
    expect(
      paths['/customer-login/email/verify']?.['post']?.requestBody?.content['application/json'].schema,
    ).toEqual({
      type: 'object',
      properties: { email: { type: 'string', maxLength: 320 }, code: { type: 'string', maxLength: 320 } },
      required: ['email', 'code'],
      additionalProperties: false,
    });
    expect(paths['/serviceOrder/get']?.['get']?.parameters).toEqual([
      expect.objectContaining({ in: 'query', name: 'serviceOrderNbr', required: true }),
    ]);
    expect(
      paths['/serviceOrder/get-notification-status']?.['get']?.responses['200']?.content['application/json']
        .schema,
    ).toMatchObject({ properties: { email: { type: 'boolean' }, sms: { type: 'boolean' } } });
  });
});

test('lists the same calls with an upstream, and names the base path', async () => {
  const portal = await startReleasedPortal({ PUBLIC_URL: 'http://portal.test/account' });
  const document = await documentOf(portal.app, '/account');
  expect(document.servers).toEqual([{ url: '/account' }]);
  expect(namesOf(document).sort()).toEqual([...documented].sort());
  await portal.close();
});
