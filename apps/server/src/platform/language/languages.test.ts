import PostalMime from 'postal-mime';
import { readConfig } from '../../variables';
import { signIn } from '../../testing/sign-in';
import { startTestApp, useTestApp } from '../../testing/test-app';

const portal = useTestApp({ LANGUAGES: 'en,de,ar' });

const GERMAN = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
const ARABIC = { 'accept-language': 'ar' };

const mails = async () => {
  await portal.deliver();
  const files = (await portal.inbox.files()).filter((file) => file.endsWith('.eml'));
  return Promise.all(files.map(async (file) => PostalMime.parse(await portal.inbox.read(file))));
};

const textMessages = async () => {
  await portal.deliver();
  const files = (await portal.inbox.files()).filter((file) => file.endsWith('.txt'));
  return Promise.all(files.map(portal.inbox.read));
};

/** Signs Ann in on a page in the language of these headers. */
const signInAnn = async (headers: Record<string, string>) => {
  const customerId = await portal.addCustomer({ email: 'ann@example.com', phone: '+12025550123' });
  const browser = await portal.openBrowser();
  await browser.post('/customer-login/email', { email: 'ann@example.com' }, headers);
  const code = await portal.codeFor('ann@example.com');
  await browser.post('/customer-login/email/verify', { email: 'ann@example.com', code }, headers);
  return { browser, customerId };
};

const languageOf = async (customerId: string, { database } = portal) => {
  const customer = database.selectFrom('customers').select('language').where('id', '=', customerId);
  return (await customer.executeTakeFirstOrThrow()).language;
};

test.each([
  [GERMAN, 'Geben Sie eine gültige E-Mail-Adresse ein, zum Beispiel ann@example.com.'],
  [ARABIC, 'أدخل عنوان بريد إلكتروني صالحًا، مثل ann@example.com.'],
  [{ 'accept-language': 'it' }, 'Enter a valid email address, for example ann@example.com.'],
  [{}, 'Enter a valid email address, for example ann@example.com.'],
])('answers in the language of the headers %j, or in the default one', async (headers, message) => {
  const browser = await portal.openBrowser();
  const response = await browser.post('/customer-login/email', { email: 'ann' }, headers);
  expect(response.json()).toEqual({ success: false, message });
});

test('sends a code in the language of the page that requested it', async () => {
  await signInAnn(GERMAN);
  const [mail] = (await mails()).slice(-1);
  expect(mail?.subject).toMatch(/^\d{6} ist Ihr Zugangscode für Acme$/);
  expect(mail?.html).toContain('<html lang="de" dir="ltr">');
  const phone = await portal.openBrowser();
  await phone.post('/customer-login/phone', { phone: '+12025550123' }, ARABIC);
  expect((await textMessages()).at(-1)).toContain('هو رمز الدخول الخاص بك إلى');
});

test('sends messages in the language of the sign-in, or in one chosen later', async () => {
  const { browser, customerId } = await signInAnn(GERMAN);
  expect(await languageOf(customerId)).toBe('de');
  expect((await browser.post('/language', { language: 'ar' })).statusCode).toBe(200);
  expect(await languageOf(customerId)).toBe('ar');
  await browser.post('/notification-preferences/test', undefined, GERMAN);
  const [mail] = (await mails()).slice(-1);
  expect(mail?.html).toContain('dir="rtl"');
  expect(mail?.text).toContain('هذه رسالة تجريبية');
});

test('rejects an unsupported language, and a request without a session', async () => {
  const { browser, customerId } = await signInAnn(GERMAN);
  expect((await browser.post('/language', { language: 'fr' }, GERMAN)).json()).toEqual({
    success: false,
    message: 'Das Portal ist in dieser Sprache nicht verfügbar.',
  });
  expect((await browser.post('/language', { language: 'xx' })).statusCode).toBe(400);
  expect(await languageOf(customerId)).toBe('de');
  const stranger = await portal.openBrowser();
  expect((await stranger.post('/language', { language: 'de' })).statusCode).toBe(401);
});

test('answers in English without LANGUAGES, and stores no language for the customer', async () => {
  const english = await startTestApp();
  const { browser, customerId } = await signIn(english, 'ann@example.com');
  const response = await browser.post('/customer-login/email', { email: 'ann' }, GERMAN);
  expect(response.json().message).toBe('Enter a valid email address, for example ann@example.com.');
  expect(await languageOf(customerId, english)).toBeNull();
  await english.close();
});

test.each(['xx', 'en,en', 'en;de', 'de,,fr'])('rejects LANGUAGES=%s and names the variable', (LANGUAGES) => {
  expect(() => readConfig({ LANGUAGES }, '/')).toThrow(/LANGUAGES must/);
});

test('keeps the order of LANGUAGES: the first is the default', () => {
  expect(readConfig({ LANGUAGES: 'fr, EN,de' }, '/').languages).toEqual(['fr', 'en', 'de']);
});
