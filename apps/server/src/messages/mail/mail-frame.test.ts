import { messageContext } from '../../testing/message-context';
import { codeMail } from '../code-message';
import { orderMail } from '../order-message';
import { newsOf } from '../order-news';
import { testMail } from '../test-message';

/** Rules that Gmail, Outlook, Apple Mail, Yahoo, and GMX publish, or that caniemail.com has found. */

const LONG = 'Heating system of the main building, with all its pipes. '.repeat(60);
const event = {
  summary: LONG,
  body: `<p onclick="x()" style="background:url(https://x.example/p.png)">${LONG}</p><img src="https://x.example/p.png">`,
  created_by: LONG,
  created_at: '2026-03-09T15:40:00Z',
};
const orders = Array.from({ length: 200 }, (_, index) => ({
  orderNbr: String(index).padStart(15, '0'),
  description: LONG,
  status: LONG,
  date: null,
  events: [event, { ...event, created_at: '2100-12-03T07:00:00Z' }],
}));
const changes = orders.map(({ orderNbr }) => ({
  orderNbr,
  statusBefore: 'Open',
  newEvents: Array.from({ length: 50 }, () => LONG),
}));

const mails = (['en', 'ar'] as const).flatMap((language) => {
  const env = { BRAND_LOGO_URL: '/logo.png', SUPPORT_EMAIL: 'a@acme.example' };
  const context = { ...messageContext(env, language), now: new Date() };
  const device = { browser: 'Chrome', system: 'Windows', country: 'DE' };
  const code = codeMail({ code: '012345', device, requestedAt: new Date() }, context);
  const news = newsOf(changes, orders, context);
  return [code, orderMail(news, context), testMail(context)].map(({ html = '' }) => html);
});

const every = (check: (html: string) => void) => mails.forEach(check);
const bodyOf = (html: string) => html.replace(/<head>.*<\/head>/s, '');

test('nothing is loaded or run except the logo', () =>
  every((html) => {
    expect(html).not.toMatch(
      /<(script|link|iframe|form|object|svg|video)\b|url\(|@import|\son\w+=|background=/i,
    );
    expect(html.match(/src="[^"]*"/g)).toEqual(['src="https://portal.example/logo.png"']);
  }));

test('a picture has an alternative text, styled for when it is not shown', () =>
  every((html) => expect(html).toMatch(/<img [^>]*alt="Acme"[^>]*style="[^"]*font-size:18px/)));

test('the style sheet is small, and only for dark mode and small screens', () =>
  every((html) => {
    const [, sheet = ''] = /<style>(.*)<\/style>/s.exec(html) ?? [];
    // Gmail ignores a longer one.
    expect(sheet.length).toBeLessThan(8192);
    expect(sheet.replace(/@media[^{]*\{(\s*[^{}]+\{[^}]*\})*\s*\}/g, '').trim()).toMatch(/^:root \{[^}]*\}$/);
  }));

test('each text has its font, size, and color inline', () =>
  every((html) => {
    const texts = bodyOf(html).match(/<(?:p|h1|li|span class|div class)\b[^>]*>/g) ?? [];
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text).toMatch(/style="[^"]*font-family:[^"]*font-size:[^"]*color:/);
  }));

test('tables are for layout only, and boxes get their padding from cells', () =>
  every((html) => {
    const body = bodyOf(html);
    for (const table of body.match(/<table[^>]*>/g) ?? []) expect(table).toContain('role="presentation"');
    expect(body).not.toMatch(/<(?!td|a|img)\w+[^>]*padding:(?!0)/);
    expect(body).not.toMatch(/<a[^>]*padding(?!.*<\/a><\/td>)/);
  }));

test('is at most 600 pixels wide, in Outlook too', () =>
  every((html) => {
    const widths = [...bodyOf(html).matchAll(/width(?:="|:)(\d+)(?:"|px)/g)].map(([, width]) =>
      Number(width),
    );
    expect(widths).toContain(560);
    expect(Math.max(...widths)).toBeLessThanOrEqual(600);
    expect(html).toMatch(/<!--\[if mso\]><table [^>]*width="560"/);
  }));

test('names its language and its direction', () =>
  expect(mails.map((html) => /<html[^>]*>/.exec(html)?.[0])).toEqual([
    ...Array(3).fill('<html lang="en" dir="ltr">'),
    ...Array(3).fill('<html lang="ar" dir="rtl">'),
  ]));

test('is too small for Gmail to clip, whatever the ERP wrote', () =>
  every((html) => expect(Buffer.byteLength(html)).toBeLessThan(102_000)));
