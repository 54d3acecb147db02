import { useTestApp } from '../../testing/test-app';
import { importCustomers } from './import-customers';
import { importStore } from './import-store';

const TOKEN = 'a-token-of-an-erp';
const portal = useTestApp({ ORDERS_WEBHOOK_TOKEN: TOKEN });

const ann = { email: 'ann@example.com', orders: [{ ServiceOrderNbr: '1' }] };
const importFile = (rows: object[], dryRun = false) =>
  importCustomers(portal.database, JSON.stringify(rows), { dryRun });
const deliver = (body: object) =>
  portal.newBrowser().post('/hooks/orders', body, { authorization: `Bearer ${TOKEN}` });
const logged = async () => importStore(portal.database).list(10);

test('records what files and deliveries loaded, newest first, without full contacts', async () => {
  await importFile([ann]);
  await deliver({ ...ann, phone: '+12025550123' });
  const none = { new: 0, updated: 0, unchanged: 0 };
  expect(await logged()).toMatchObject([
    {
      source: 'webhook',
      report: {
        customers: { ...none, updated: 1 },
        orders: { ...none, unchanged: 1, outdated: 0 },
        notes: [{ row: 1, reason: expect.stringMatching(/^phone changed from none to .*••/) }],
        totals: { ...none, unchanged: 1, outdated: 0 },
      },
    },
    { source: 'file', report: { customers: { ...none, new: 1 }, orders: { ...none, new: 1, outdated: 0 } } },
  ]);
  expect(JSON.stringify(await logged())).not.toMatch(/ann@|5550123/);
  expect(await importStore(portal.database).list(1, 'file')).toMatchObject([{ source: 'file' }]);
});

test('records neither a dry run nor a refused file or delivery', async () => {
  await importFile([ann], true);
  await importFile([ann, ann]);
  await deliver([ann, ann]);
  expect(await logged()).toEqual([]);
});
