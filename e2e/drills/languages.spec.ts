import { expectNoSidewaysScroll } from '../support/accessibility';
import { EMBEDDED_URL } from '../support/addresses';
import { codeMailedTo, mailsTo, textMessagesTo } from '../support/delivered';
import { EMBEDDED_DATA_DIR } from '../support/directories';
import { expect, test } from '../support/test';

/** The texts of the journey. */
const TEXTS = {
  email: 'البريد الإلكتروني',
  send: 'إرسال الرمز',
  sent: /فقد أرسلنا إليه رمزًا/,
  subject: /هو رمز الدخول الخاص بك إلى/,
  code: 'رمز الدخول',
  wrong: /هذا الرمز خاطئ/,
  verify: 'تحقّق وسجّل الدخول',
  done: /تم تسجيل الدخول بنجاح/,
  orders: 'طلبات الخدمة الخاصة بي',
  log: 'سجل الأحداث',
  notifications: 'الإشعارات',
  sms: 'تلقي الإشعارات بالرسائل النصية',
  save: 'حفظ التفضيلات',
  saved: 'تم حفظ التفضيلات بنجاح!',
  test: 'إرسال رسالة تجريبية',
  testSubject: /^رسالة تجريبية من/,
  testSms: /هذه رسالة تجريبية\. .*أرسل STOP لإيقاف الرسائل\./s,
  logout: 'تسجيل الخروج',
};

// This portal speaks all languages.
test.use({ locale: 'ar', baseURL: EMBEDDED_URL });

test('the whole visit and its messages are translated, from right to left', async ({
  page,
  customer: { email, phone, orders },
}) => {
  const answer = await page.goto('/');
  expect(await answer?.text()).toContain('<html lang="ar" dir="rtl">');
  await page.getByRole('textbox', { name: TEXTS.email }).fill(email);
  await page.getByRole('button', { name: TEXTS.send }).click();
  await expect(page.getByText(TEXTS.sent)).toBeVisible();

  const code = page.getByRole('textbox', { name: TEXTS.code });
  await code.fill('000000');
  await page.getByRole('button', { name: TEXTS.verify }).click();
  await expect(page.getByRole('alert')).toContainText(TEXTS.wrong);
  await code.fill(await codeMailedTo(email));
  expect((await mailsTo(email))[0]?.subject).toMatch(TEXTS.subject);
  await page.getByRole('button', { name: TEXTS.verify }).click();
  await expect(page.getByText(TEXTS.done)).toBeVisible();

  await expect(page.getByRole('heading', { name: TEXTS.orders })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(TEXTS.orders));
  await page.locator(`a[href$="/service-order/${orders}8"]`).click();
  await expect(page.getByRole('region', { name: TEXTS.log })).toBeVisible();

  await page.getByRole('link', { name: TEXTS.notifications }).click();
  await page.getByRole('checkbox', { name: TEXTS.sms }).check();
  await page.getByRole('button', { name: TEXTS.save }).click();
  await expect(page.getByText(TEXTS.saved)).toBeVisible();
  await page.getByRole('button', { name: TEXTS.test }).click();
  await expect
    .poll(async () => (await mailsTo(email)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(TEXTS.testSubject));
  await expect
    .poll(() => textMessagesTo(phone, EMBEDDED_DATA_DIR))
    .toEqual([expect.stringMatching(TEXTS.testSms)]);

  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/service-orders', `/service-order/${orders}8`, '/notification-preferences']) {
    await page.goto(path);
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: TEXTS.logout }).click();
  await expect(page.getByRole('button', { name: TEXTS.send })).toBeVisible();
});
