import type { AuditEvent } from '../../platform/audit/audit';
import { customerStore } from '../../identity/customers/customer-store';
import { useTestApp } from '../../testing/test-app';
import { execute, rowVersions } from '../../testing/test-database';
import { importCustomers, reportText } from './import-customers';

const portal = useTestApp();

const load = (file: unknown, options?: Parameters<typeof importCustomers>[2]) =>
  importCustomers(portal.database, typeof file === 'string' ? file : JSON.stringify(file), options);

const order = (ServiceOrderNbr: string, fields: object = {}) => ({ ServiceOrderNbr, ...fields });

const customers = () =>
  portal.database.selectFrom('customers').select(['email', 'phone', 'name']).orderBy('email').execute();

const orderNbrs = async () =>
  (await portal.database.selectFrom('orders').select('order_nbr').orderBy('order_nbr').execute()).map(
    ({ order_nbr }) => order_nbr,
  );

const orderOf = (orderNbr: string) =>
  portal.database
    .selectFrom('orders')
    .selectAll()
    .where('order_nbr', '=', orderNbr)
    .executeTakeFirstOrThrow();

const none = { new: 0, updated: 0, unchanged: 0 };

const refused = (...rows: { line: number; reason: unknown }[]) => ({
  outcome: 'refused',
  rows: rows.map((row) => expect.objectContaining(row)),
  more: 0,
});

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
      messages: { email: 0, sms: 0 },
      ignoredFields: [],
      notes: [],
    });
    expect(await customers()).toEqual([
      { email: 'ann@example.com', phone: '+12025550123', name: 'Ann Example' },
      { email: null, phone: '+12025550188', name: null },
    ]);
    expect(await orderNbrs()).toEqual(['1', '2']);
  });

  test('takes contacts and order numbers without invisible characters, and one spelling of an address', async () => {
    const [first, second] = ['ann@xn--mller-kva.example', '\u202aAnn@müller.example.\u202c'];
    await load([{ email: first, orders: [order('1')] }]);
    await load([
      {
        email: second,
        phone: '\u2066+1 202 555\u200b0123\u2069',
        orders: [order('\ufeff1\u200e', { Status: 'Open' }), order('2', { movedFrom: '\u200e' })],
      },
    ]);
    expect(await customers()).toEqual([{ email: first, phone: '+12025550123', name: null }]);
    expect(await orderNbrs()).toEqual(['1', '2']);
  });

  test('neither writes nor locks unchanged rows', async () => {
    const fileWith = (Status: string) => [
      { email: 'ann@example.com', orders: [order('1', { Status }), order('2', { Status: 'Open' })] },
    ];
    await load(fileWith('Open'));
    const [first, second, customer] = await rowVersions(portal.database);
    await load(fileWith('Open'));
    expect(await rowVersions(portal.database)).toEqual([first, second, customer]);
    await load(fileWith('Closed'));
    // The message about the change locks the customer.
    const [changed, unchanged] = await rowVersions(portal.database);
    expect(changed).not.toEqual(first);
    expect(unchanged).toEqual(second);
  });

  test('an order without a field that the portal did not know before is unchanged', async () => {
    const fileWith = (fields: object) => [{ email: 'ann@example.com', orders: [order('1', fields)] }];
    await load(fileWith({ Status: 'Open' }));
    await execute(portal.database, `update orders set document = document - 'Description'`);
    const again = await load(fileWith({ Status: 'Open' }));
    expect(again).toMatchObject({ orders: { ...none, unchanged: 1 } });
    const filled = await load(fileWith({ Status: 'Open', Description: 'Boiler' }));
    expect(filled).toMatchObject({ orders: { ...none, updated: 1 } });
    const emptied = await load(fileWith({ Description: 'Boiler' }));
    expect(emptied).toMatchObject({ orders: { ...none, updated: 1 } });
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
    const chosen = () =>
      portal.database.selectFrom('customers').select(['email', 'phone', 'name', 'notify_sms']).execute();
    await load([{ email: 'ann@example.com', phone: '+12025550123', name: 'Ann', orders: [order('1')] }]);
    await portal.database.updateTable('customers').set({ notify_sms: true }).execute();
    const before = await chosen();
    await load([{ phone: '+12025550123', orders: [order('3')] }]);
    expect(await chosen()).toEqual(before);
    expect(await orderNbrs()).toEqual(['1', '3']);
  });

  test('reports the fields that it ignores', async () => {
    const fields = { Desciption: { value: 'Boiler' }, events: [{ Cost: 3, summary: 'Visit' }] };
    expect(await load([{ email: 'ann@example.com', orders: [order('1', fields)] }])).toMatchObject({
      ignoredFields: ['Cost', 'Desciption'],
    });
    expect(JSON.stringify(await orderOf('1'))).not.toMatch(/Desciption|Cost/);
  });

  test.each([
    { isEmbedded: true, file: '[{"email":"ann@example.com"}]', outcome: 'checked', vacuums: 1 },
    { isEmbedded: true, file: '[{"email":"ann@example.com"},', outcome: 'refused', vacuums: 1 },
    { isEmbedded: false, file: '[{"email":"ann@example.com"}]', outcome: 'checked', vacuums: 0 },
  ])(
    'a dry run frees space in the embedded database, if it can: %j',
    async ({ file, isEmbedded, ...expected }) => {
      let vacuums = 0;
      const database = portal.database.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind !== 'RawNode' || !node.sqlFragments.join('').includes('vacuum')) return node;
          vacuums += 1;
          throw new Error('The disk is full.');
        },
        transformResult: async ({ result }) => result,
      });
      const { outcome } = await importCustomers(database, file, { dryRun: true, isEmbedded });
      expect({ outcome, vacuums }).toEqual(expected);
    },
  );

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
  test('is rejected as a whole, with every invalid row and its line', async () => {
    const text = `[
  { "email": "ann@example.com", "orders": [{ "ServiceOrderNbr": "1" }] },
  { "email": "no address",
    "orders": [
      { "ServiceOrderNbr": "2", "Date": "soon" },
      { "ServiceOrderNbr": 4 }
    ] },
  { "name": "Nobody" },
  { "email": "cara@example.com", "e-mail": "cara@example.com" },
  "dora@example.com"
]`;
    expect(await load(text)).toEqual(
      refused(
        { line: 3, reason: 'email is not an email address' },
        { line: 5, reason: 'Date is not a date: write 2026-03-05 or 2026-03-05T10:00:00+01:00' },
        { line: 6, reason: 'ServiceOrderNbr must be text in quotes, not a number' },
        { line: 8, reason: 'a customer needs an email address or a phone number to sign in with' },
        {
          line: 9,
          reason: 'e-mail is an unknown field: a customer has email, phone, name, formerly and orders',
        },
        { line: 10, reason: 'a customer must be an object in { }, not a string' },
      ),
    );
    expect(await customers()).toEqual([]);
  });

  test('names row, field, and key of each problem, also on one line', async () => {
    const rows = [
      { email: 'ann@example.com', orders: [order('1')] },
      { phone: '+12025550123', name: 7 },
      {
        email: 'cara@example.com',
        orders: [
          order('2'),
          order('3', { events: [{}, { created_at: '2026-02-31' }] }),
          { ServiceOrderNbr: 4 },
        ],
      },
      'dora@example.com',
    ];
    const places = [
      { row: 2, key: '+12025550123', field: 'name' },
      { row: 3, key: '3', field: 'orders[1].events[1].created_at' },
      { row: 3, key: '4', field: 'orders[2].ServiceOrderNbr' },
      { row: 4, field: '' },
    ];
    for (const indent of [0, 2]) {
      const report = await load(JSON.stringify(rows, null, indent));
      expect(report).toMatchObject({ rows: places });
      if (indent === 0)
        expect(reportText(report)).toContain(
          '\nline 1, row 3, 3, orders[1].events[1].created_at: created_at is not a date',
        );
    }
  });

  test.each([
    [
      'an email address',
      { email: 'ANN@example.com ' },
      'email address ann@example.com appears twice, first in row 1',
    ],
    ['an order', { email: 'ben@example.com', orders: [order('1')] }, 'order 1 appears twice, first in row 1'],
  ])('is rejected when %s appears twice', async (_, duplicate, reason) => {
    const first =
      '[{\n"email": "ann@example.com",\n"phone": "+12025550123", "orders": [{\n"ServiceOrderNbr": "1" }]},\n';
    expect(await load(`${first}${JSON.stringify(duplicate)}]`)).toEqual(refused({ line: 5, reason }));
  });

  test('has its faults reported together with conflicts with the database', async () => {
    await load([{ email: 'anna@example.com', orders: [order('1')] }]);
    const report = await load(
      '[{ "email": "ben@example.com", "orders": [{ "ServiceOrderNbr": "1" }] },\n{ "email": 7 }]',
    );
    const foreign =
      'order 1 belongs to a•••@example.com: to move it, add movedFrom; for a new address of the same customer, add formerly';
    expect(report).toEqual(
      refused(
        { line: 1, reason: foreign },
        { line: 2, reason: 'email must be text in quotes, not a number' },
      ),
    );
    expect(await customers()).toHaveLength(1);
  });

  test('has 10,000 problems reported in the order of the file, also on one line, and the others counted', async () => {
    const rows = Array.from({ length: 5001 }, (_, row) => ({ email: `no address ${row}`, name: row }));
    const report = await load(rows);
    const reasons = (report.outcome === 'refused' ? report.rows : []).map(({ reason }) => reason);
    expect(report).toMatchObject({ more: 2 });
    expect(reasons).toEqual(
      rows
        .slice(1)
        .flatMap(() => ['email is not an email address', 'name must be text in quotes, not a number']),
    );
  });

  test.each([
    [
      'a phone number with an extension',
      { phone: '+1 202 555 0123 ext. 7' },
      'phone is not a phone number with country code and without extension, such as +12025550123',
    ],
    [
      'a year that is a slip of the keyboard',
      { orders: [order('1', { Date: '2926-03-05' })] },
      'Date is in the year 2926: the portal takes dates from 1900 to 2100',
    ],
    [
      'too many events',
      { orders: [order('1', { events: Array.from({ length: 2001 }, () => ({})) })] },
      'events has 2001 entries: the portal takes 2000 at most',
    ],
  ])('is rejected for %s', async (_, fields, reason) => {
    expect(await load([{ email: 'ann@example.com', ...fields }])).toEqual(refused({ line: 1, reason }));
  });

  test.each([
    ['an object', '{}', 'column 1: the file must be a list of customers in [ ]'],
    ['null', 'null', 'column 1: the file must be a list of customers in [ ]'],
  ])('is rejected when it is %s', async (_, text, reason) => {
    expect(await load(text)).toEqual(refused({ line: 1, reason }));
  });
});

describe('who a customer is', () => {
  const ann = { email: 'ann@example.org', phone: '+12025550123' };
  const spouse = { email: 'spouse@example.org', phone: '+12025550123' };

  const events: AuditEvent[] = [];
  const loadAudited = (file: unknown) =>
    importCustomers(portal.database, JSON.stringify(file), { audit: (event) => events.push(event) });
  beforeEach(() => events.splice(0));

  const ownersOf = async () => {
    const rows = await portal.database
      .selectFrom('orders')
      .innerJoin('customers', 'customers.id', 'customer_id')
      .select(['order_nbr', 'email'])
      .orderBy('order_nbr')
      .execute();
    return rows.map(({ order_nbr, email }) => `${order_nbr} ${email}`);
  };

  const signIn = async (email: string) => {
    const id = await customerStore(portal.database).find({ channel: 'email', address: email });
    await portal.database
      .insertInto('sessions')
      .values({ token_hash: email, customer_id: id ?? '' })
      .execute();
  };
  const signedIn = async () =>
    (await portal.database.selectFrom('sessions').select('token_hash').execute()).map(
      ({ token_hash }) => token_hash,
    );

  test('a known phone number with another address is another customer, and signs in neither', async () => {
    await load([{ ...ann, orders: [order('1')] }]);
    await signIn(ann.email);
    const report = await loadAudited([{ ...spouse, orders: [order('2')] }]);
    expect(report).toMatchObject({
      customers: { ...none, new: 1 },
      notes: [{ line: 1, reason: 'phone number •••• 0123 belongs to 2 customers and signs in none of them' }],
    });
    expect(await ownersOf()).toEqual(['1 ann@example.org', '2 spouse@example.org']);
    expect(await signedIn()).toEqual([ann.email]);
    const { find } = customerStore(portal.database);
    expect(await find({ channel: 'sms', address: ann.phone })).toBeUndefined();
    expect(await find({ channel: 'email', address: ann.email })).toBeDefined();
    expect(events).toEqual([]);
  });

  // A load takes some customers at a time, and each file must mean the same.
  describe.each([0, 250])('with %d customers in between', (count) => {
    const others = Array.from({ length: count }, (_, index) => ({ email: `other-${index}@example.com` }));
    const move = { email: 'new@example.org', phone: ann.phone, formerly: ann.email };
    const loadAround = (first: object, last: object) => load([first, ...others, last]);

    test('a number that another record has needs an address', async () => {
      const reason = `phone number ${ann.phone} belongs to several customers: add the email address of the one you mean`;
      const report = refused({ line: 1, reason });
      expect(await loadAround(ann, { phone: ann.phone })).toEqual(report);
      expect(await loadAround({ phone: ann.phone }, ann)).toEqual(report);
      expect(await customers()).toEqual([]);
    });

    test('an address that a record leaves is not taken by another', async () => {
      await load([ann]);
      const reason = `email address ${ann.email} appears twice, first in row 1`;
      const report = refused({ line: 1, reason });
      expect(await loadAround(move, { email: ann.email })).toEqual(report);
      expect(await loadAround({ email: ann.email }, move)).toEqual(report);
      expect(await customers()).toMatchObject([ann]);
    });

    test('an order moves from a customer with a new address', async () => {
      await load([{ ...ann, orders: [order('1')] }]);
      const orders = [order('1', { movedFrom: ann.email })];
      await loadAround(move, { email: spouse.email, orders });
      expect(await ownersOf()).toEqual([`1 ${spouse.email}`]);
    });

    test('both records with a shared number are named', async () => {
      expect(await loadAround(ann, spouse)).toMatchObject({
        notes: Array.from({ length: 2 }, () => ({
          reason: expect.stringContaining('belongs to 2 customers'),
        })),
      });
    });
  });

  test('a record with only a shared phone number is refused', async () => {
    await load([ann, spouse]);
    const reason =
      'phone number +12025550123 belongs to several customers: add the email address of the one you mean';
    expect(await load([{ phone: ann.phone }])).toEqual(refused({ line: 1, reason }));
  });

  test('formerly changes the address, ends the sessions, and is reported and audited', async () => {
    await load([{ email: ann.email, orders: [order('1')] }]);
    await signIn(ann.email);
    const file = [{ email: 'new@example.org', phone: ann.phone, formerly: ann.email, orders: [order('1')] }];
    expect(await loadAudited(file)).toMatchObject({
      customers: { ...none, updated: 1 },
      notes: [
        {
          line: 1,
          reason: 'email changed from a•••@example.org to n•••@example.org; the customer is signed out',
        },
        { line: 1, reason: 'phone changed from none to •••• 0123; the customer is signed out' },
      ],
    });
    expect(await ownersOf()).toEqual(['1 new@example.org']);
    expect(await signedIn()).toEqual([]);
    expect(events).toEqual([
      {
        event: 'customer',
        outcome: 'contacts-changed',
        customerId: expect.any(String),
        contact: { channel: 'email', address: ann.email },
        changed: ['email', 'phone'],
      },
    ]);
    expect(await load(file)).toMatchObject({ customers: { ...none, unchanged: 1 }, notes: [] });
  });

  test('formerly gives an address to a customer with only a phone number', async () => {
    await load([{ phone: ann.phone, orders: [order('1')] }, { email: spouse.email }]);
    await load([{ ...ann, formerly: ann.phone }]);
    expect(await ownersOf()).toEqual(['1 ann@example.org']);
    const reason = 'spouse@example.org and ann@example.org belong to two different customers';
    expect(await load([{ email: spouse.email, formerly: ann.email }])).toMatchObject(
      refused({ line: 1, reason }),
    );
  });

  test('formerly without a phone number removes it, so that the other customer can use it again', async () => {
    await load([ann, spouse]);
    await load([{ email: spouse.email, formerly: spouse.email }]);
    expect(await customers()).toMatchObject([ann, { email: spouse.email, phone: null }]);
    expect(await customerStore(portal.database).find({ channel: 'sms', address: ann.phone })).toBeDefined();
  });

  test('an order moves only with movedFrom, and that is reported and audited', async () => {
    await load([{ ...ann, orders: [order('1')] }, spouse]);
    const report = await loadAudited([
      { email: spouse.email, orders: [order('1', { movedFrom: ann.email })] },
    ]);
    expect(report).toMatchObject({
      orders: { ...none, new: 1 },
      notes: [{ reason: 'order 1 moved from a•••@example.org to this customer' }],
    });
    expect(await ownersOf()).toEqual(['1 spouse@example.org']);
    expect(events).toMatchObject([{ event: 'order', outcome: 'moved', orderNbr: '1' }]);
  });
});

describe('a file that writes to many customers', () => {
  const people = (Status: string, count = 101) =>
    Array.from({ length: count }, (_, index) => ({
      email: `customer-${index}@example.com`,
      orders: [order(String(index), { Status })],
    }));
  const queued = async () => (await portal.database.selectFrom('outbox').select('id').execute()).length;

  test('is held until the operator confirms it, and nothing is loaded', async () => {
    expect(await load(people('Open'))).toMatchObject({ outcome: 'loaded', messages: { email: 0 } });
    expect(await load(people('Closed'), { dryRun: true })).toMatchObject({
      outcome: 'checked',
      messages: { email: 101 },
    });
    expect(await load(people('Closed'))).toMatchObject({
      outcome: 'held',
      orders: { updated: 101 },
      messages: { email: 101 },
    });
    expect([await queued(), (await orderOf('0')).document['Status']]).toEqual([0, { value: 'Open' }]);
    expect(await load(people('Closed'), { isConfirmed: true })).toMatchObject({ outcome: 'loaded' });
    expect([await queued(), (await orderOf('0')).document['Status']]).toEqual([101, { value: 'Closed' }]);
  });

  test('sends none if it is quiet', async () => {
    await load(people('Open', 5));
    expect(await load(people('Closed', 5), { isQuiet: true })).toMatchObject({
      orders: { updated: 5 },
      messages: { email: 0 },
    });
    expect(await queued()).toBe(0);
  });

  test('is loaded at once if it is a small part of all', async () => {
    await load(people('Open', 600));
    expect(await load(people('Closed', 110))).toMatchObject({ outcome: 'loaded', messages: { email: 110 } });
  });
});

test('reports the counts and the ignored fields', () => {
  const counts = { new: 2, updated: 1, unchanged: 0 };
  const accepted = {
    customers: counts,
    orders: counts,
    messages: { email: 500, sms: 1 },
    ignoredFields: ['Location', 'Priority'],
    notes: [{ line: 4, row: 2, field: 'phone', reason: 'phone changed' }],
  };
  expect(reportText({ outcome: 'loaded', ...accepted })).toBe(`Loaded.
customers  2 new, 1 updated, 0 unchanged
orders     2 new, 1 updated, 0 unchanged
messages   waiting: 500 emails, 1 text message
ignored    unknown fields: Location, Priority
line 4, row 2, phone: phone changed`);
  const checked = reportText({ outcome: 'checked', ...accepted });
  expect(checked).toContain('nothing was changed');
  expect(checked).toContain('messages   would send 500 emails, 1 text message');
});

test('lists the problems by line and says that nothing was loaded', () => {
  const rows = [
    { line: 7, reason: 'Date is not a date' },
    { line: 120, reason: 'email is not an email address' },
  ];
  expect(reportText({ outcome: 'refused', rows, more: 3 })).toBe(`line   7: Date is not a date
line 120: email is not an email address
and 3 more

Nothing was loaded. Fix the file and import it again.`);
});
