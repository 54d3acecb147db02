import { i18nIn } from '../platform/language/languages';
import { messageContext } from '../testing/message-context';
import { codeMail, codeSms } from './code-message';

const contextOf = (env: Record<string, string> = {}) =>
  messageContext({ PUBLIC_URL: 'https://portal.example/account', BRAND_NAME: 'Müller & <Sons>', ...env });

const requested = {
  code: '012345',
  device: { browser: 'Chrome', system: 'Windows', country: 'DE' },
  requestedAt: new Date('2026-03-04T09:42:00Z'),
};

/** Some versions of ICU insert a narrow no-break space before AM and PM. */
const spaced = (text: string) => text.replace(/[^\S\n]/g, ' ');

test('a text message ends with the WebOTP line, so that browsers can fill in the code', () => {
  const { text } = codeSms(requested, contextOf());
  expect(text.split('\n').at(-1)).toBe('@portal.example #012345');
  expect(text).toContain('012345 is your Müller & <Sons> access code.');
});

test('a text message in a language with typographic characters fits into one segment', () => {
  const { text } = codeSms(requested, { ...contextOf({ BRAND_NAME: 'Ágota’s' }), i18n: i18nIn('fr') });
  expect(text).toContain("Agota's");
  expect(text.length).toBeLessThanOrEqual(160);
  expect(codeSms(requested, contextOf({ BRAND_NAME: 'बॉयलर' })).text).toContain('बॉयलर');
});

test('an email has the code, its lifetime, and one link, with the code in the fragment only', () => {
  const { subject, text, html = '' } = codeMail(requested, contextOf());
  expect(subject).toBe('012345 is your Müller & <Sons> access code');
  for (const body of [text, html]) {
    expect(body).toContain('10 minutes');
    expect(body.match(/https?:[^\s"<]+/g)).toEqual(['https://portal.example/account/login#code=012345']);
  }
  // One text of digits alone, which a click selects; and a line that programs recognize.
  expect(html).toContain('>012345<');
  expect(text).toMatch(/^Müller & <Sons>\n+Your Müller & <Sons> access code is 012345\n/);
  expect(html).not.toContain('<Sons>');
});

test.each([
  ['en', 'Requested: Chrome on Windows · Germany · 10:42 AM GMT+1'],
  ['de', 'Angefordert: Chrome auf Windows · Deutschland · 10:42 MEZ'],
] as const)('an email in %s says who asked, and what to do about it', (language, request) => {
  const support = { SUPPORT_PHONE: '+1 202 555 0123', SUPPORT_EMAIL: 'service@acme.example' };
  const context = contextOf({ TIME_ZONE: 'Europe/Berlin', ...support });
  const { text, replyTo } = codeMail(requested, { ...context, i18n: i18nIn(language) });
  expect(replyTo).toBe('service@acme.example');
  expect(spaced(text)).toContain(`\n${request}\n`);
  expect(text).toMatch(/(Ignore|Ignorieren).*[\s\S]*\n.*\+1 202 555 0123\n$/);
});

test('an email names the server’s time zone without another, and nothing that is not known', () => {
  const device = { browser: null, system: null, country: null };
  const { text } = codeMail({ ...requested, device }, contextOf());
  expect(spaced(text)).toMatch(/\nRequested: \d+:42 (AM|PM) \S+\n/);
});
