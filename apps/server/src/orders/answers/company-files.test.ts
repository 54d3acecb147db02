import { randomUUID } from 'node:crypto';
import { useTestApp } from '../../testing/test-app';
import { companyLinks } from './company-files';

const portal = useTestApp();

/** A photo of an answer. */
const addFile = async () => {
  const customerId = await portal.addCustomer({ email: 'ann@example.com' });
  const { id: answerId } = await portal.database
    .insertInto('answers')
    .values({ customer_id: customerId, order_nbr: '1', key: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const file = { name: 'leak ü.jpg', type: 'image/jpeg', content: Buffer.from('photo') };
  const { id } = await portal.database
    .insertInto('answer_files')
    .values({ customer_id: customerId, answer_id: answerId, ...file })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const pathOf = (link: string) => link.replace(portal.config.baseUrl, '');

test('the company downloads a file with its link, for a week and no other file', async () => {
  const id = await addFile();
  const browser = portal.newBrowser();
  const link = companyLinks(portal)(id);
  const { statusCode, body, headers } = await browser.get(pathOf(link));
  expect([statusCode, body]).toEqual([200, 'photo']);
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': "attachment; filename*=UTF-8''leak%20%C3%BC.jpg",
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  });
  const old = companyLinks(portal, () => Date.now() - 8 * 24 * 3_600_000)(id);
  const others = [
    old,
    link.replace(id, randomUUID()),
    link.replace(/until=\d/, 'until=9'),
    link.slice(0, -3),
  ];
  for (const other of others) expect((await browser.get(pathOf(other))).statusCode).toBe(404);
  expect((await browser.get(`/orders/answer/files/signed/${id}`)).statusCode).toBe(400);
});
