import { randomUUID } from 'node:crypto';
import { signIn } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';
import { importCustomers } from '../import/import-customers';

const portal = useTestApp();

test('without a place for answers, the order is as before, and a question only waits', async () => {
  const { browser } = await signIn(portal, 'ann@example.com');
  const waiting = { summary: 'Call us', created_at: '2026-03-01T10:00:00Z', status: 'Waiting for you' };
  const asking = { summary: 'Approve?', created_at: '2026-03-02T10:00:00Z', asks: { id: 'q-1' } };
  const orders = [{ ServiceOrderNbr: '000019', events: [waiting, asking] }];
  await importCustomers(portal.database, JSON.stringify([{ email: 'ann@example.com', orders }]));
  const [order] = (await browser.get('/serviceOrder/get?serviceOrderNbr=000019')).json();
  expect(order).toEqual({
    ...{
      ServiceOrderNbr: { value: '000019' },
      Description: {},
      Status: {},
      Date: {},
      LastModifiedDateTime: {},
    },
    events: [waiting, { ...asking, asks: undefined, kind: 'waiting' }],
  });
  const response = await browser.post('/orders/answer', {
    serviceOrderNbr: '000019',
    question: 'q-1',
    text: 'Yes',
    key: randomUUID(),
  });
  expect(response.statusCode).toBe(409);
  expect(response.json().message).toBe('Answers cannot be sent here. Please call or write to us.');
});
