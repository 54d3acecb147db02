import { expectNoSidewaysScroll } from '../support/accessibility';
import { EMBEDDED_URL } from '../support/addresses';
import { codeMailedTo, codeSentTo, mailsTo, textMessagesTo } from '../support/delivered';
import { EMBEDDED_DATA_DIR } from '../support/directories';
import { expect, test } from '../support/test';

/** The texts of the journey, by language. */
const JOURNEYS = [
  {
    locale: 'de-DE',
    direction: 'ltr',
    texts: {
      email: 'E-Mail',
      send: 'Code senden',
      sent: /haben wir einen Code gesendet/,
      subject: /ist Ihr Zugangscode für Acme$/,
      code: 'Zugangscode',
      wrong: /Dieser Code ist falsch/,
      verify: 'Prüfen und anmelden',
      done: /Anmeldung erfolgreich/,
      orders: 'Meine Serviceaufträge',
      log: 'Verlauf',
      notifications: 'Benachrichtigungen',
      sms: 'Benachrichtigungen per SMS erhalten',
      save: 'Einstellungen speichern',
      saved: 'Einstellungen erfolgreich gespeichert!',
      test: 'Testnachricht senden',
      testSubject: 'Eine Testnachricht von Acme',
      testSms: /Dies ist ein Test\. So kommen Neuigkeiten .*Zum Abbestellen STOP antworten\./s,
      logout: 'Abmelden',
    },
  },
  {
    locale: 'ar',
    direction: 'rtl',
    texts: {
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
      sms: 'تلقي الإشعارات برسائل SMS',
      save: 'حفظ التفضيلات',
      saved: 'تم حفظ التفضيلات بنجاح!',
      test: 'إرسال رسالة تجريبية',
      testSubject: /^رسالة تجريبية من/,
      testSms: /هذه رسالة تجريبية\. .*أرسل STOP لإيقاف الرسائل\./s,
      logout: 'تسجيل الخروج',
    },
  },
];

for (const { locale, direction, texts } of JOURNEYS) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, baseURL: EMBEDDED_URL });

    test('the whole visit and its messages are translated', async ({
      page,
      customer: { email, phone, orders },
    }) => {
      const answer = await page.goto('/');
      expect(await answer?.text()).toContain(`<html lang="${locale.slice(0, 2)}" dir="${direction}">`);
      await page.getByRole('textbox', { name: texts.email }).fill(email);
      await page.getByRole('button', { name: texts.send }).click();
      await expect(page.getByText(texts.sent)).toBeVisible();

      const code = page.getByRole('textbox', { name: texts.code });
      await code.fill('000000');
      await page.getByRole('button', { name: texts.verify }).click();
      await expect(page.getByRole('alert')).toContainText(texts.wrong);
      await code.fill(await codeMailedTo(email));
      expect((await mailsTo(email))[0]?.subject).toMatch(texts.subject);
      await page.getByRole('button', { name: texts.verify }).click();
      await expect(page.getByText(texts.done)).toBeVisible();

      await expect(page.getByRole('heading', { name: texts.orders })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(texts.orders));
      await page.locator(`a[href$="/service-order/${orders}8"]`).click();
      await expect(page.getByRole('region', { name: texts.log })).toBeVisible();

      await page.getByRole('link', { name: texts.notifications }).click();
      await page.getByRole('checkbox', { name: texts.sms }).check();
      await page.getByRole('button', { name: texts.save }).click();
      await expect(page.getByText(texts.saved)).toBeVisible();
      await page.getByRole('button', { name: texts.test }).click();
      await expect
        .poll(async () => (await mailsTo(email)).map(({ subject }) => subject))
        .toContainEqual(expect.stringMatching(texts.testSubject));
      await expect
        .poll(() => textMessagesTo(phone, EMBEDDED_DATA_DIR))
        .toEqual([expect.stringMatching(texts.testSms)]);

      await page.setViewportSize({ width: 320, height: 640 });
      for (const path of ['/', '/service-orders', `/service-order/${orders}8`, '/notification-preferences']) {
        await page.goto(path);
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
        await expectNoSidewaysScroll(page);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByRole('button', { name: texts.logout }).click();
      await expect(page.getByRole('button', { name: texts.send })).toBeVisible();
    });
  });
}

test.describe('a chosen language', () => {
  test.use({ baseURL: EMBEDDED_URL });

  test('applies to the next page and the text message, and nothing is wider than the screen', async ({
    page,
    customer: { phone },
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Language: English' }).click();
    await page.getByRole('menuitemradio', { name: 'العربية' }).click();
    await expect(page.getByRole('button', { name: 'إرسال الرمز' })).toBeVisible();
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await page.getByRole('button', { name: 'الهاتف' }).click();
    await page.getByRole('textbox', { name: 'رقم الهاتف' }).fill(phone);
    await page.getByRole('button', { name: 'إرسال الرمز' }).click();
    await expect(page.getByRole('textbox', { name: 'رمز الدخول' })).toBeVisible();
    expect(await codeSentTo(phone, EMBEDDED_DATA_DIR)).toMatch(/^\d{6}$/);
    expect((await textMessagesTo(phone, EMBEDDED_DATA_DIR)).join()).toContain('هو رمز الدخول الخاص بك إلى');
    await expectNoSidewaysScroll(page);
  });
});
