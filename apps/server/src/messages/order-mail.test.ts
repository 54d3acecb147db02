import { ENGLISH } from '../language/i18n';
import { readConfig } from '../config/config';
import { createLinks } from './links';
import { orderMail, testMail } from './order-mail';

const contextOf = (env: Record<string, string> = {}) => {
  const config = readConfig({ PUBLIC_URL: 'https://portal.example/account', ...env }, '/');
  const links = createLinks(config, Buffer.alloc(32));
  return { config, links, customerId: 'c0ffee', name: 'Ann & <Bo>', i18n: ENGLISH };
};

const title = 'Boiler <b>knocks</b> & "leaks"';
const news = [{ orderNbr: '19/A', headline: 'Completed', title, events: ['Visit', 'Part ordered'] }];

const visibleText = (html: string) =>
  html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

test('HTML and plain text have the same content and links', () => {
  const { subject, text: plain, html = '' } = orderMail(news, contextOf());
  expect(subject).toBe(`Completed: ${title} (19/A)`);
  const greeting = 'Hello Ann & <Bo>, there is news about your service order.';
  const reason = 'Acme sends you this mail because';
  for (const part of [greeting, 'Service order 19/A', 'Completed', title, 'Visit', 'Part ordered', reason]) {
    expect(plain).toContain(part);
    expect(visibleText(html)).toContain(part);
  }
  expect(html).not.toContain('<b>');
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  expect(links).toEqual([
    'https://portal.example/account/service-order/19%2FA',
    'https://portal.example/account/notification-preferences',
    expect.stringMatching(
      /^https:\/\/portal\.example\/account\/unsubscribe\?token=email\.c0ffee\.[\w-]{43}$/,
    ),
  ]);
  for (const link of links) expect(plain).toContain(link);
});

test('offers one-click unsubscribe over HTTPS only', async () => {
  const { headers } = orderMail(news, contextOf());
  expect(headers).toEqual({
    'List-Unsubscribe': expect.stringMatching(/^<https:.*\/account\/unsubscribe\?token=.*>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  const local = testMail(contextOf({ PUBLIC_URL: 'http://localhost:3000' }));
  expect(Object.keys(local.headers ?? {})).toEqual(['List-Unsubscribe']);
});

test('the mail has the brand, with a logo only if mail clients can show it, and dark mode colors', async () => {
  const logo = { BRAND_NAME: 'Müller & Söhne', BRAND_LOGO_URL: '/logo.png' };
  const { html = '' } = orderMail(news, contextOf({ ...logo, BRAND_PRIMARY_COLOR: '#ffcc00' }));
  expect(html).toContain('src="https://portal.example/logo.png"');
  expect(html).toContain('alt="Müller &amp; Söhne"');
  expect(html).toMatch(/background-color:#ffcc00.*;color:#1c2126/);
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
  const inlined = orderMail(news, contextOf({ BRAND_LOGO_URL: 'data:image/png;base64,AA==' })).html ?? '';
  expect(inlined).not.toContain('<img');
  expect(visibleText(inlined)).toContain('Acme');
});

test('links to the list when no URL can hold the number of the order', () => {
  const { links } = contextOf();
  expect(links.order('..')).toBe('https://portal.example/account/service-orders');
  expect(links.order('...')).toBe('https://portal.example/account/service-order/...');
});
