import { emptyTables, openTestDatabase, rowVersions } from '../testing/test-database';
import { importCustomers } from './import-customers';

let opened: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(() => emptyTables(opened.database));

const load = (file: unknown, options?: { dryRun?: boolean }) =>
  importCustomers(opened.database, typeof file === 'string' ? file : JSON.stringify(file), options);

const order = (ServiceOrderNbr: string, fields: object = {}) => ({ ServiceOrderNbr, ...fields });

const customers = () =>
  opened.database.selectFrom('customers').select(['email', 'phone', 'name']).orderBy('email').execute();

const orderNbrs = async () =>
  (await opened.database.selectFrom('orders').select('order_nbr').orderBy('order_nbr').execute()).map(
    ({ order_nbr }) => order_nbr,
  );

const orderOf = (orderNbr: string) =>
  opened.database
    .selectFrom('orders')
    .selectAll()
    .where('order_nbr', '=', orderNbr)
    .executeTakeFirstOrThrow();

const none = { new: 0, updated: 0, unchanged: 0 };

describe('importing a valid file', () => {
  test('loads customers with their orders', async () => {
    const report = await load([
      {
        email: ' Ann@Example.com ',
        phone: '+1 (202) 555-0123',
        name: 'Ann Example',
        orders: [order('1'), order('2')],
      },
      { phone: '+12025550188' },
    ]);
    expect(report).toEqual({
      outcome: 'loaded',
      customers: { ...none, new: 2 },
      orders: { ...none, new: 2 },
      ignoredFields: [],
    });
    expect(await customers()).toEqual([
      { email: 'ann@example.com', phone: '+12025550123', name: 'Ann Example' },
      { email: null, phone: '+12025550188', name: null },
    ]);
    expect(await orderNbrs()).toEqual(['1', '2']);
  });

  test('wraps every field of an order, with {} for a missing one', async () => {
    await load([
      {
        email: 'ann@example.com',
        orders: [
          order('1', {
            Status: 'Open',
            Description: { value: 'Boiler' },
            LastModifiedDateTime: '2026-03-05T10:00:00+02:00',
          }),
        ],
      },
    ]);
    expect(await orderOf('1')).toMatchObject({
      document: {
        ServiceOrderNbr: { value: '1' },
        Description: { value: 'Boiler' },
        Status: { value: 'Open' },
        Date: {},
        LastModifiedDateTime: { value: '2026-03-05T10:00:00+02:00' },
      },
      events: [],
      last_modified: new Date('2026-03-05T08:00:00Z'),
    });
  });

  test('changes nothing when the file is imported again', async () => {
    const file = [{ email: 'ann@example.com', orders: [order('1', { events: [{ body: '<p>a</p>' }] })] }];
    await load(file);
    expect(await load(file)).toMatchObject({
      customers: { ...none, unchanged: 1 },
      orders: { ...none, unchanged: 1 },
    });
  });

  test('neither writes nor locks unchanged rows', async () => {
    const file = [{ email: 'ann@example.com', orders: [order('1'), order('2', { Status: 'Open' })] }];
    const versions = () => rowVersions(opened.database);
    await load(file);
    const [first, second, customer] = await versions();
    await load(file);
    expect(await versions()).toEqual([first, second, customer]);
    await load([
      {
        email: 'ann@example.com',
        orders: [order('1', { Status: 'Closed' }), order('2', { Status: 'Open' })],
      },
    ]);
    // The message about the change locks the customer.
    const [changed, unchanged] = await versions();
    expect(changed).not.toEqual(first);
    expect(unchanged).toEqual(second);
  });

  test('updates changed customers and orders', async () => {
    await load([{ email: 'ann@example.com', orders: [order('1', { Status: 'Open' }), order('2')] }]);
    const report = await load([
      {
        email: 'ann@example.com',
        phone: '+12025550123',
        orders: [order('1', { Status: 'Closed' }), order('2', { events: [{ summary: 'New' }] }), order('3')],
      },
    ]);
    expect(report).toMatchObject({
      customers: { ...none, updated: 1 },
      orders: { new: 1, updated: 2, unchanged: 0 },
    });
    expect((await orderOf('1')).document).toMatchObject({ Status: { value: 'Closed' } });
    expect((await orderOf('2')).events).toEqual([{ summary: 'New' }]);
  });

  test('leaves customers, orders, names and preferences that are not in the file untouched', async () => {
    await load([
      { email: 'ann@example.com', phone: '+12025550123', name: 'Ann', orders: [order('1')] },
      { email: 'ben@example.com', orders: [order('2')] },
    ]);
    await opened.database.updateTable('customers').set({ notify_email: false, notify_sms: true }).execute();
    await load([{ phone: '+12025550123', orders: [order('3')] }]);
    expect(await customers()).toMatchObject([
      { email: 'ann@example.com', phone: '+12025550123', name: 'Ann' },
      { email: 'ben@example.com' },
    ]);
    expect(await orderNbrs()).toEqual(['1', '2', '3']);
    expect(
      await opened.database
        .selectFrom('customers')
        .select(['notify_email', 'notify_sms'])
        .distinct()
        .execute(),
    ).toEqual([{ notify_email: false, notify_sms: true }]);
  });

  test('reports the fields that it ignores', async () => {
    const fields = { Desciption: { value: 'Boiler' }, events: [{ Cost: 3, summary: 'Visit' }] };
    expect(await load([{ email: 'ann@example.com', orders: [order('1', fields)] }])).toMatchObject({
      ignoredFields: ['Cost', 'Desciption'],
    });
    expect(JSON.stringify(await orderOf('1'))).not.toMatch(/Desciption|Cost/);
  });

  test('only checks the file in a dry run', async () => {
    expect(await load([{ email: 'ann@example.com', orders: [order('1')] }], { dryRun: true })).toEqual({
      outcome: 'checked',
      customers: { ...none, new: 1 },
      orders: { ...none, new: 1 },
      ignoredFields: [],
    });
    expect(await customers()).toEqual([]);
  });

  test('loads thousands of customers and orders', async () => {
    const orders = Array.from({ length: 2500 }, (_, index) => order(String(index)));
    const others = Array.from({ length: 1200 }, (_, index) => ({ email: `customer${index}@example.com` }));
    expect(await load([{ email: 'ann@example.com', orders }, ...others])).toMatchObject({
      customers: { ...none, new: 1201 },
      orders: { ...none, new: 2500 },
    });
  });

  test('loads each order once when imports run in parallel', async () => {
    const file = [{ email: 'ann@example.com', orders: [order('1'), order('2')] }];
    const reports = await Promise.all([load(file), load(file), load(file)]);
    expect(reports.map((report) => report.outcome)).toEqual(['loaded', 'loaded', 'loaded']);
    expect(reports).toContainEqual(expect.objectContaining({ orders: { ...none, new: 2 } }));
    expect(await orderNbrs()).toEqual(['1', '2']);
  });
});

describe('an invalid file', () => {
  const refused = (...rows: { line: number; reason: unknown }[]) => ({ outcome: 'refused', rows, more: 0 });

  test('is rejected as a whole, with every invalid row and its line', async () => {
    const text = `[
  { "email": "ann@example.com", "orders": [{ "ServiceOrderNbr": "1" }] },
  { "email": "no address",
    "orders": [
      { "ServiceOrderNbr": "2", "Date": "soon" },
      { "Description": "no number" },
      { "ServiceOrderNbr": 4 }
    ] },
  { "name": "Nobody" },
  { "email": "cara@example.com", "e-mail": "cara@example.com" },
  "dora@example.com"
]`;
    expect(await load(text)).toEqual(
      refused(
        { line: 3, reason: 'email is not an email address' },
        {
          line: 5,
          reason: 'Date is not a date: write 2026-03-05 or 2026-03-05T10:00:00+01:00',
        },
        { line: 6, reason: 'ServiceOrderNbr is missing: every order needs its number' },
        { line: 7, reason: 'ServiceOrderNbr must be text in quotes, not a number' },
        { line: 9, reason: 'a customer needs an email address or a phone number to sign in with' },
        { line: 10, reason: 'e-mail is an unknown field: a customer has email, phone, name and orders' },
        { line: 11, reason: 'a customer must be an object in { }, not a string' },
      ),
    );
    expect(await customers()).toEqual([]);
  });

  test.each([
    [
      'an email address',
      { email: 'ANN@example.com ' },
      'email address ann@example.com appears twice, first in line 2',
    ],
    [
      'a phone number',
      { phone: '+1 202 555 0123' },
      'phone number +12025550123 appears twice, first in line 3',
    ],
    [
      'an order',
      { email: 'ben@example.com', orders: [order('1')] },
      'order 1 appears twice, first in line 4',
    ],
  ])('is rejected when %s appears twice', async (_, duplicate, reason) => {
    const first =
      '[{\n"email": "ann@example.com",\n"phone": "+12025550123", "orders": [{\n"ServiceOrderNbr": "1" }]},\n';
    expect(await load(`${first}${JSON.stringify(duplicate)}]`)).toEqual(refused({ line: 5, reason }));
  });

  test('is rejected when an order belongs to another customer', async () => {
    await load([{ email: 'ann@example.com', orders: [order('1')] }]);
    const report = await load([{ email: 'ben@example.com', orders: [order('1', { Status: 'Closed' })] }]);
    expect(report).toEqual(refused({ line: 1, reason: 'order 1 already belongs to another customer' }));
    expect((await orderOf('1')).document).toMatchObject({ Status: {} });
    expect(await customers()).toHaveLength(1);
  });

  test('is rejected when a record mixes two customers', async () => {
    await load([{ email: 'ann@example.com' }, { phone: '+12025550188' }]);
    expect(await load([{ email: 'ann@example.com', phone: '+12025550188' }])).toEqual(
      refused({
        line: 1,
        reason:
          'phone number +12025550188 and email address ann@example.com belong to two different customers',
      }),
    );
  });

  test('is rejected when a customer appears twice, by email address and by phone number', async () => {
    await load([{ email: 'ann@example.com', phone: '+12025550123' }]);
    expect(await load('[{ "email": "ann@example.com" },\n{ "phone": "+12025550123" }]')).toEqual(
      refused({
        line: 2,
        reason: 'the customer appears twice, by email address and by phone number, first in line 1',
      }),
    );
  });

  test('has its faults reported together with conflicts with the database', async () => {
    await load([{ email: 'ann@example.com', orders: [order('1')] }]);
    const report = await load(
      '[{ "email": "ben@example.com", "orders": [{ "ServiceOrderNbr": "1" }] },\n{ "email": 7 }]',
    );
    expect(report).toEqual(
      refused(
        { line: 1, reason: 'order 1 already belongs to another customer' },
        { line: 2, reason: 'email must be text in quotes, not a number' },
      ),
    );
  });

  test('has at most 50 rows reported, and the rest counted', async () => {
    const report = await load(Array.from({ length: 60 }, () => ({})));
    expect(report).toMatchObject({ outcome: 'refused', more: 10 });
    expect(report).toHaveProperty('rows.length', 50);
  });

  test.each([
    ['an object', '{}', 'the file must be a list of customers in [ ]'],
    ['invalid JSON', '[{]', 'column 3: not valid JSON here: property name expected'],
    ['empty', '', 'column 1: the file is empty'],
    ['null', 'null', 'the file must be a list of customers in [ ]'],
  ])('is rejected when it is %s', async (_, text, reason) => {
    expect(await load(text)).toEqual(refused({ line: 1, reason }));
  });
});
