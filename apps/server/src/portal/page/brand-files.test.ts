import type { Brand } from '@portal/contract';
import Fastify from 'fastify';
import { ENGLISH } from '../../platform/language/languages';
import { brandFileRoutes, brandHead } from './brand-files';

const brand = { name: 'émile & <Sons>', logoUrl: null, primaryColor: '#ffcc00' };

const get = async (url: string, shown: Brand = brand) => {
  const app = Fastify();
  const options = { brand: shown, basePath: '/account', languages: ['en'] as const };
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
    icons: [
      { src: '/account/icon.svg', type: 'image/svg+xml', sizes: 'any' },
      { src: '/account/icon.png', sizes: '192x192', purpose: 'any maskable' },
    ],
  });
});

test('home screens get a PNG', async () => {
  const { headers, rawPayload: png } = await get('/icon.png');
  expect(headers['content-type']).toBe('image/png');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([192, 192]);
});

test('the operator’s own icon replaces ours in tabs, on home screens, and in the manifest', async () => {
  const iconUrl = 'https://acme.example/icon.png?a&b';
  const head = brandHead({ ...brand, iconUrl }, '/account', 'abc', ENGLISH);
  for (const rel of ['icon', 'apple-touch-icon'])
    expect(head).toMatch(new RegExp(`rel="${rel}"[^>]*href="https://acme\\.example/icon\\.png\\?a&#38;b"`));
  const { icons } = (await get('/manifest.webmanifest', { ...brand, iconUrl })).json();
  expect(icons).toEqual([{ src: iconUrl, type: 'image/png', sizes: '512x512' }]);
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
