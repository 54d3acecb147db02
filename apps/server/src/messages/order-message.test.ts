import { messageContext } from '../testing/message-context';
import { orderMail } from './order-message';
import { testMail } from './test-message';

const contextOf = (env: Record<string, string> = {}) =>
  messageContext({ PUBLIC_URL: 'https://portal.example/account', TIME_ZONE: 'Europe/Berlin', ...env });

const title = 'Boiler <b>knocks</b> & "leaks"';
const news = [{ orderNbr: '19/A', headline: 'Completed', title, events: ['Part ordered', 'Visit'] }];

const visit = {
  summary: 'Second visit',
  body: '<p>Please keep the cellar open.</p>',
  created_by: 'Robert Okafor',
  created_at: '2026-12-03T07:00:00Z',
  ends_at: '2026-12-03T09:00:00Z',
  location: '12 Elm Street',
};
const part = {
  summary: 'Part ordered',
  body: `<h3>One &lt;pump&gt;</h3><script>alert(1)</script><table><thead><tr><th>Part</th></tr></thead><tr><td>WP-2560</td><td>2 pieces</td></tr></table>
    <p>in <a href="https://x.example">three</a> days</p>`,
  created_by: 'Dana\u202e Whitfield',
  created_at: '2026-03-09T00:00:00Z',
};

const decoded = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

const visibleText = (html: string) =>
  decoded(html.replace(/<head>.*<\/head>/s, '').replace(/<[^>]+>/g, ' ')).replace(/\s+/g, ' ');

const previewOf = (html = '') =>
  decoded(/<body[^>]*><div[^>]*>([^<]*)/.exec(html)?.[1] ?? '')
    .replace(/[\s\u200c]+/g, ' ')
    .trim();

test('HTML and plain text have the same content and links', () => {
  const { subject, text: plain, html = '' } = orderMail(news, contextOf());
  expect(subject).toBe(`Completed: ${title} (19/A)`);
  const greeting = 'Hello Ann & <Bo>, there is news about your service order.';
  const reason = 'Acme sent you this email because';
  for (const part of [greeting, 'Service order 19/A', 'Completed', title, 'Visit', 'Part ordered', reason]) {
    expect(plain).toContain(part);
    expect(visibleText(html)).toContain(part);
  }
  expect(html).not.toContain('<b>');
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => decoded(link));
  expect(links).toEqual([
    'https://portal.example/account/service-order/19%2FA',
    'https://portal.example/account/notification-preferences',
    expect.stringMatching(
      /^https:\/\/portal\.example\/account\/unsubscribe\?token=email\.c0ffee\.[\w-]{43}$/,
    ),
  ]);
  for (const link of links) expect(plain).toContain(link);
});

test('a question is asked for, before the new status', () => {
  const headline = 'May we order the pump?';
  const { text } = orderMail(
    [{ orderNbr: '1', headline, needsAnswer: true, status: 'On Hold', title: 'Boiler', events: [headline] }],
    contextOf(),
  );
  expect(text).toContain('Hello Ann & <Bo>, we need an answer from you.');
  expect(text).toMatch(/May we order the pump\?\s+Boiler · On Hold/);
});

test('quotes the newest event as plain text, and names the next visit', () => {
  const { text, html = '' } = orderMail(
    news.map((item) => ({ ...item, newest: part, visit })),
    contextOf(),
  );
  const lines = text.replace(/\u202f/g, '\u00a0').split(/\n+/);
  expect(lines.slice(5, 12)).toEqual([
    'Next',
    'Thursday, December 3, 8:00\u00a0–\u2060\u00a010:00\u00a0AM GMT+1',
    'Robert Okafor · Second visit · 12 Elm Street',
    'Part ordered',
    'Dana Whitfield · Monday, March 9 at 1:00\u00a0AM GMT+1',
    'One <pump> · WP-2560, 2 pieces · in three days',
    ' * Visit',
  ]);
  expect(previewOf(html)).toBe(
    'Next · Thursday, December 3, 8:00 –\u2060 10:00 AM GMT+1 · One <pump> · WP-2560, 2 pieces · in three days',
  );
  expect(html).not.toMatch(/alert|x\.example|\u202e/);
});

test('a visit that is itself the news is named once', () => {
  const { text } = orderMail(
    [{ orderNbr: '1', headline: 'Second visit', title, events: ['Second visit'], newest: visit, visit }],
    contextOf(),
  );
  expect(text.match(/Robert Okafor/g)).toHaveLength(1);
  expect(text).toContain('Please keep the cellar open.');
});

test('another mail creates no format: each takes as long as a mail', () => {
  const context = contextOf();
  const mail = () =>
    orderMail(
      news.map((item) => ({ ...item, newest: part, visit })),
      context,
    );
  mail();
  const created = jest.spyOn(Intl, 'DateTimeFormat');
  mail();
  expect(created).not.toHaveBeenCalled();
  created.mockRestore();
});

test('the preview adds to the subject: of one order its event, of several their news', () => {
  expect(previewOf(orderMail(news, contextOf()).html)).toBe('Part ordered');
  const two = [...news, { orderNbr: '20', headline: 'Open', title, events: [] }];
  expect(previewOf(orderMail(two, contextOf()).html)).toBe('Completed (19/A), Open (20)');
});

test('ends with the ways to reach the company', () => {
  const support = {
    SUPPORT_EMAIL: 'service@acme.example',
    SUPPORT_PHONE: '+1 (202) 555 0123',
    SUPPORT_URL: 'https://acme.example/help',
  };
  const { html = '', text } = orderMail(news, contextOf(support));
  for (const link of ['mailto:service@acme.example', 'tel:+12025550123', 'https://acme.example/help'])
    expect(html).toContain(`<a href="${link}"`);
  expect(text).toContain(
    '\nQuestions? service@acme.example · +1 (202) 555 0123 · Help https://acme.example/help\n',
  );
});

test('a reply goes to the company, if it has an address', () => {
  const support = { SUPPORT_EMAIL: 'service@acme.example' };
  for (const mail of [orderMail(news, contextOf(support)), testMail(contextOf(support))])
    expect(mail.replyTo).toBe('service@acme.example');
  expect(orderMail(news, contextOf()).replyTo).toBeUndefined();
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

test('the mail has the brand, and a logo only if mail clients can show it', async () => {
  const logo = { BRAND_NAME: 'Müller & Söhne', BRAND_LOGO_URL: '/logo.png' };
  const { html = '' } = orderMail(news, contextOf({ ...logo, BRAND_PRIMARY_COLOR: '#ffcc00' }));
  expect(html).toContain('src="https://portal.example/logo.png"');
  expect(html).toContain('alt="Müller &amp; Söhne"');
  expect(html).toMatch(/background-color:#ffcc00.*;color:#1c2126/);
  const inlined = orderMail(news, contextOf({ BRAND_LOGO_URL: 'data:image/png;base64,AA==' })).html ?? '';
  expect(inlined).not.toContain('<img');
  expect(visibleText(inlined)).toContain('Acme');
});
