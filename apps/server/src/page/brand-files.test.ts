import Fastify from 'fastify';
import { ENGLISH } from '../language/i18n';
import { brandFileRoutes, brandHead } from './brand-files';

const brand = { name: 'émile & <Sons>', logoUrl: null, primaryColor: '#ffcc00' };

const get = async (url: string) => {
  const app = Fastify();
  const options = { brand, basePath: '/account', languages: ['en'] as const };
  await app.register(async (portal) => brandFileRoutes(portal, options), { prefix: '/account' });
  return app.inject(`/account${url}`);
};

test('the manifest names the brand and its icon under the base path', async () => {
  const { headers, body } = await get('/manifest.webmanifest');
  expect(headers['content-type']).toMatch(/^application\/manifest\+json/);
  expect(JSON.parse(body)).toMatchObject({
    short_name: 'émile & <Sons>',
    start_url: '/account/',
    theme_color: '#ffcc00',
    icons: [{ src: '/account/icon.svg', type: 'image/svg+xml', sizes: 'any' }],
  });
});

test.each(['/icon.svg', '/favicon.ico'])(
  '%s shows the first letter in a readable color on the brand’s color',
  async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toMatch(/^image\/svg\+xml/);
    expect(body).toMatch(/fill="#1c2126"[^>]*>É<\/text>/);
  },
);

test('the head describes the portal and escapes the brand name', () => {
  const head = brandHead(brand, '/account', 'abc', ENGLISH);
  expect(head).toContain('<meta name="description" content="émile &#38; &#60;Sons&#62;: follow');
  expect(head).toContain('href="/account/manifest.webmanifest" nonce="abc"');
  expect(head.match(/theme-color/g)).toHaveLength(2);
});
