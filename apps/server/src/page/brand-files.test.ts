import Fastify from 'fastify';
import { ENGLISH } from '../language/i18n';
import { brandFileRoutes, brandHead } from './brand-files';

const brand = { name: 'émile & <Sons>', logoUrl: null, primaryColor: '#ffcc00' };

const get = async (url: string) => {
  const app = Fastify();
  await app.register(async (portal) => brandFileRoutes(portal, { brand }), { prefix: '/account' });
  return app.inject(`/account${url}`);
};

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
  expect(head).toContain('href="/account/icon.svg" nonce="abc"');
  expect(head.match(/theme-color/g)).toHaveLength(2);
});
