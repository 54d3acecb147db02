import * as v from 'valibot';
import { visitsAhead } from '../../platform/database/migrations/008-visits-ahead';
import { importCustomers } from '../import/import-customers';
import { orderRecord, storedOrder } from '../records/order-record';
import { orderStore } from '../records/order-store';
import { signIn } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';
import { execute } from '../../testing/test-database';

const portal = useTestApp();

const order = (ServiceOrderNbr: string, LastModifiedDateTime?: string) => ({
  ServiceOrderNbr,
  LastModifiedDateTime,
  events: [
    { summary: 'Visit', body: `<p>Body of ${ServiceOrderNbr}</p>`, createdDateTime: '2026-03-04T12:34:00Z' },
  ],
});

const load = async (email: string, orders: object[]) => {
  const report = await importCustomers(portal.database, JSON.stringify([{ email, orders }]));
  expect(report.outcome).toBe('loaded');
};

/** Signs Ann in and loads these orders for her. */
const signInAnn = async (...orders: object[]) => {
  const { browser } = await signIn(portal, 'ann@example.com');
  await load('ann@example.com', orders);
  return browser;
};

describe('GET /serviceOrder/list', () => {
  test('returns the customer’s orders, last modified first', async () => {
    const ann = await signInAnn(
      order('000001', '2026-03-01T10:00:00Z'),
      order('000002'),
      order('000003', '2026-03-05T10:00:00+02:00'),
      order('000004', '2026-03-05T09:00:00Z'),
    );
    const response = await ann.get('/serviceOrder/list');
    expect(response.statusCode).toBe(200);
    expect(
      response.json<{ ServiceOrderNbr: object }[]>().map(({ ServiceOrderNbr }) => ServiceOrderNbr),
    ).toEqual([{ value: '000004' }, { value: '000003' }, { value: '000001' }, { value: '000002' }]);
  });

  test('returns of the events only those that are ahead, without bodies', async () => {
    const visit = { summary: 'Next visit', created_by: 'Robert', createdDateTime: '2099-03-05T08:00:00Z' };
    const [past, planned] = [order('000001'), order('000002', '2026-03-05T10:00:00Z')];
    const ann = await signInAnn(past, {
      ...planned,
      events: [...planned.events, { ...visit, body: '<p>Robert comes.</p>' }],
    });
    const list = (await ann.get('/serviceOrder/list')).json<{ events?: object[] }[]>();
    expect(list.map(({ events }) => events)).toEqual([[visit], undefined]);
    await load('ann@example.com', [planned]);
    expect((await ann.get('/serviceOrder/list')).body).not.toContain('Next visit');
  });

  describe('of an order with many visits', () => {
    const years = [2021, 2022, 2023, 2024, 2025, 2097, 2098, 2099];
    const offer = { summary: 'Offer', status: 'Waiting for approval', created_at: '2020-01-01' };
    const visits = years.map((year) => ({
      summary: `Visit of ${year}`,
      body: '<p>Robert comes.</p>',
      created_at: `${year}-03-05`,
      ends_at: `${year}-03-05T24:00`,
    }));

    /** Signs Ann in, with an order that was written in 2020. */
    const signInAnnOf2020 = async (...events: object[]) => {
      const ann = await signInAnn();
      const { id } = await portal.database.selectFrom('customers').select('id').executeTakeFirstOrThrow();
      const record = v.parse(orderRecord, { ServiceOrderNbr: '000001', events });
      await orderStore(portal.database).save([storedOrder(id, record, new Date('2020-01-01'))], 'file');
      return ann;
    };

    const listed = async (ann: Awaited<ReturnType<typeof signInAnn>>) =>
      (await ann.get('/serviceOrder/list'))
        .json<{ events?: { summary: string }[] }[]>()
        .map(({ events }) => events?.map(({ summary }) => summary));

    test('returns the next ones, though five are over since it was written', async () => {
      const ann = await signInAnnOf2020(offer, ...visits);
      expect(await listed(ann)).toEqual([['Offer', 'Visit of 2097', 'Visit of 2098', 'Visit of 2099']]);
    });

    test('returns whatever times an import takes', async () => {
      const fraction = (digits: number) => `2099-03-05T10:00:00.${'1'.repeat(digits)}Z`;
      const times = [
        fraction(200),
        fraction(9),
        '2099-03-05 24:00 +1459',
        '2099-03-05T10:00-14',
        '2099-03-05',
      ];
      const visits = [...times, 'Thu, 05 Mar 2099 10:00:00 GMT'].map((created_at) => ({ created_at }));
      const taken = visits.filter((visit) => v.is(orderRecord, { ServiceOrderNbr: '1', events: [visit] }));
      expect((await listed(await signInAnnOf2020(...taken)))[0]).toHaveLength(5);
    });

    test('returns the next one after many of today', async () => {
      const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      const hourly = [-7, -6, -5, -4, -3, -2, 1].map((hours) => ({
        summary: `Visit ${hours}`,
        created_at: at(hours),
        ends_at: at(hours + 0.5),
      }));
      expect(await listed(await signInAnnOf2020(offer, ...hourly))).toEqual([['Offer', 'Visit 1']]);
    });

    test('returns those that an older version left out', async () => {
      const ann = await signInAnnOf2020(offer, ...visits);
      await execute(portal.database, `update orders set ahead = jsonb_path_query_array(ahead, '$[0 to 5]')`);
      expect(await listed(ann)).toEqual([['Offer']]);
      await visitsAhead.up(portal.database);
      expect(await listed(ann)).toEqual([['Offer', 'Visit of 2097', 'Visit of 2098', 'Visit of 2099']]);
      expect((await ann.get('/serviceOrder/list')).body).not.toContain('Robert');
    });

    test('returns at most five and the one that waits', async () => {
      const ann = await signInAnnOf2020(
        offer,
        ...visits.slice(-3),
        ...visits.slice(-3).flatMap((visit) => [visit, visit]),
      );
      expect((await listed(ann))[0]).toHaveLength(6);
    });
  });

  test('returns an empty array for a customer without orders', async () => {
    const ann = await signInAnn();
    await load('ben@example.com', [order('000009')]);
    expect((await ann.get('/serviceOrder/list')).json()).toEqual([]);
  });
});

describe('GET /serviceOrder/get', () => {
  const get = (browser: Awaited<ReturnType<typeof signInAnn>>, orderNbr: string) =>
    browser.get(`/serviceOrder/get?serviceOrderNbr=${encodeURIComponent(orderNbr)}`);

  test('finds an order by a number that was copied with invisible characters', async () => {
    const ann = await signInAnn(order('000019'));
    const copied = encodeURIComponent('\u202a000019\u202c ');
    const response = await ann.get(`/serviceOrder/get?serviceOrderNbr=${copied}`);
    expect(response.json()).toMatchObject([{ ServiceOrderNbr: { value: '000019' } }]);
  });

  test('returns an array with the order and its events', async () => {
    const ann = await signInAnn(order('000001'), order('000002'));
    expect((await get(ann, '000002')).json()).toEqual([
      {
        ServiceOrderNbr: { value: '000002' },
        Description: {},
        Status: {},
        Date: {},
        LastModifiedDateTime: {},
        events: [
          { summary: 'Visit', body: '<p>Body of 000002</p>', createdDateTime: '2026-03-04T12:34:00Z' },
        ],
      },
    ]);
  });

  test('answers another customer’s order exactly like an unknown one', async () => {
    const ann = await signInAnn(order('000001'));
    await load('ben@example.com', [order('000009')]);
    const [foreign, unknown] = [await get(ann, '000009'), await get(ann, 'nothing')];
    expect(foreign.statusCode).toBe(200);
    expect(foreign.body).toBe('[]');
    expect({ ...foreign.headers, date: '', 'x-request-id': '' }).toEqual({
      ...unknown.headers,
      date: '',
      'x-request-id': '',
    });
    expect(unknown.body).toBe(foreign.body);
  });

  test.each([
    ['is missing', ''],
    ['appears twice', '?serviceOrderNbr=1&serviceOrderNbr=2'],
    ['comes with another parameter', '?serviceOrderNbr=1&customer=2'],
    ['is replaced by prototype properties', '?__proto__=1&constructor=2'],
  ])('rejects a number that %s', async (_, query) => {
    const ann = await signInAnn(order('1'));
    const response = await ann.get(`/serviceOrder/get${query}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ success: false, message: expect.any(String) });
  });

  test.each([
    ['is longer than any', '1'.repeat(200)],
    ['contains NUL', '1\0'],
  ])('finds nothing for a number that %s', async (_, orderNbr) => {
    const ann = await signInAnn(order('1'));
    const response = await get(ann, orderNbr);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual([]);
  });
});

test.each(['/serviceOrder/list', '/serviceOrder/get?serviceOrderNbr=1'])(
  '%s requires a session',
  async (url) => {
    await load('ann@example.com', [order('1')]);
    const response = await portal.newBrowser().get(url);
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ success: false });
  },
);
