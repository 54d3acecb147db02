import { useTestApp } from '../testing/test-app';
import { createLinks } from './links';

const portal = useTestApp({ PUBLIC_URL: 'https://portal.test/account', BRAND_NAME: 'A & B' });
let customerId: string;
beforeEach(async () => {
  customerId = await portal.addCustomer({ email: 'ann@example.com', phone: '+12025550123' });
  await portal.database.updateTable('customers').set({ notify_sms: true }).execute();
});

const pathTo = (id = customerId) =>
  createLinks(portal.config, portal.keys.unsubscribe).unsubscribe(id).replace('https://portal.test', '');

const chosen = () =>
  portal.database.selectFrom('customers').select(['notify_email', 'notify_sms']).executeTakeFirstOrThrow();

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';
const ONE_CLICK_PART =
  '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';

const both = { notify_email: true, notify_sms: true };

test.each([
  ['the button on the page', FORM, ''],
  ['one click in a mail client', FORM, 'List-Unsubscribe=One-Click'],
  ['one click sent as multipart/form-data', MULTIPART, ONE_CLICK_PART],
])('%s ends mails without a session', async (_what, type, payload) => {
  const headers = { 'content-type': type, 'sec-fetch-site': 'cross-site' };
  const response = await portal.app.inject({ method: 'POST', url: pathTo(), headers, payload });
  expect(response.statusCode).toBe(200);
  expect(response.body).toContain('You won’t get any more emails about your service orders');
  expect(await chosen()).toEqual({ ...both, notify_email: false });
});

test('the second click is answered like the first', async () => {
  for (let click = 0; click < 2; click++)
    expect((await portal.app.inject({ method: 'POST', url: pathTo() })).statusCode).toBe(200);
  expect(await portal.auditLines({ event: 'preferences' })).toHaveLength(1);
});

test.each(['GET', 'HEAD'] as const)(
  '%s changes nothing, because mail scanners open links',
  async (method) => {
    expect((await portal.app.inject({ method, url: pathTo() })).statusCode).toBe(200);
    expect(await chosen()).toEqual(both);
  },
);

test('the page asks for confirmation, shows the masked address and the brand, and runs no scripts', async () => {
  const { body, headers } = await portal.app.inject(pathTo());
  expect(body).toContain('Stop emails about your service orders?');
  expect(body).toContain('A &amp; B sends them to a•••@example.com.');
  expect(body).toContain('<form method="post">');
  expect(body).not.toMatch(/ann@|<script/);
  expect(body).toContain('prefers-color-scheme: dark');
  expect(headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
});

test('a changed or incomplete link switches nothing off', async () => {
  const other = await portal.addCustomer({ email: 'ben@example.com' });
  const good = pathTo();
  const links = [
    good.replace(customerId, other),
    good.replace('email.', 'sms.'),
    good.slice(0, -1),
    good.replace(/token=.*/, ''),
    good.replace(/token=.*/, 'token=a&token=b'),
    pathTo('no-uuid').replace(/.{5}$/, 'aaaaa'),
  ];
  for (const url of links)
    for (const method of ['GET', 'POST'] as const) {
      const response = await portal.app.inject({ method, url });
      expect(response.statusCode).toBe(404);
      expect(response.body).toContain('This link does not work');
    }
  expect(await chosen()).toEqual(both);
});
