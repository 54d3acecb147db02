import { randomUUID } from 'node:crypto';
import { tableRules } from '../database/schema';
import { createHousekeeping } from './retention-store';
import { importStore } from '../../orders/import/import-store';
import { outboxStore } from '../../messages/outbox-store';
import { work } from '../../operations/commands/work';
import { createMetrics } from '../../operations/metrics/metrics';
import { signIn } from '../../testing/sign-in';
import { useTestApp } from '../../testing/test-app';
import { execute, plansOf } from '../../testing/test-database';

const portal = useTestApp();

const fail = (error: unknown): void => {
  throw error;
};

/** Runs housekeeping once. */
const clean = (database = portal.database, onError = fail) =>
  createHousekeeping({ ...portal, database }, onError)();

const rows = async () => {
  const count = async (table: 'challenges' | 'limit_hits' | 'sessions' | 'outbox' | 'known_browsers') =>
    (await portal.database.selectFrom(table).selectAll().execute()).length;
  return {
    challenges: await count('challenges'),
    hits: await count('limit_hits'),
    sessions: await count('sessions'),
    messages: await count('outbox'),
    browsers: await count('known_browsers'),
  };
};

test('housekeeping deletes only rows that no rule needs anymore', async () => {
  await signIn(portal, 'ann@example.com');
  const unfinished = await portal.openBrowser();
  await portal.passTime({ minutes: 5 });
  const asked = await unfinished.post('/customer-login/email', { email: 'ann@example.com' });
  expect(asked.statusCode).toBe(200);
  await portal.deliver();
  await clean();
  expect(await rows()).toEqual({ challenges: 1, hits: 4, sessions: 1, messages: 2, browsers: 1 });
  await portal.passTime({ hours: 23 });
  await clean();
  expect(await rows()).toEqual({ challenges: 0, hits: 4, sessions: 1, messages: 2, browsers: 1 });
  await portal.passTime({ hours: 2 });
  await clean();
  expect(await rows()).toEqual({ challenges: 0, hits: 0, sessions: 0, messages: 0, browsers: 1 });
  await portal.passTime({ days: 400 });
  await clean();
  expect(await rows()).toMatchObject({ browsers: 0 });
});

test('housekeeping keeps dead letters and their addresses for 30 days', async () => {
  const letter = { channel: 'email', recipient: 'ann@example.com', expires_at: new Date() } as const;
  await portal.database
    .insertInto('outbox')
    .values({ ...letter, status: 'dead', settled_at: new Date() })
    .execute();
  await portal.passTime({ days: 29 });
  await clean();
  expect(await rows()).toMatchObject({ messages: 1 });
  await portal.passTime({ days: 2 });
  await clean();
  expect(await rows()).toMatchObject({ messages: 0 });
});

test('housekeeping keeps loads for 30 days, and the newest of each source for ever', async () => {
  const { database } = portal;
  const load = (source: 'file' | 'webhook', at = 'now()') =>
    execute(database, `insert into imports (source, report, at) values ('${source}', '{}', ${at})`);
  await load('file', `now() - interval '1 second'`);
  await load('file');
  await portal.passTime({ days: 31 });
  await load('webhook');
  await clean();
  const kept = await importStore(database).list(10);
  expect(kept.map(({ source }) => source)).toEqual(['webhook', 'file']);
});

test('housekeeping forgets tokens of teams 30 days after their end, and choices about orders that are gone', async () => {
  const { database } = portal;
  const token =
    'insert into team_tokens (token_hash, team, names, verbs, created_by, expires_at, revoked_at)';
  const hers = `select id from customers where email = 'ann@example.com'`;
  await execute(
    database,
    `insert into customers (email) values ('ann@example.com'), ('bob@example.com')`,
    `insert into orders (order_nbr, customer_id, document, events)
      select nbr, id, '{}', '[]' from customers join (values ('ann@example.com', '1'), ('bob@example.com', '2')) as o (of, nbr) on of = email`,
    `insert into muted_orders (customer_id, order_nbr) select id, nbr from (${hers}) as ann, unnest(array['1', '2', 'gone']) as nbr`,
    `${token} values ('expired', 'Expired', '{}', '{}', '', now() + interval '1 day', null),
      ('revoked', 'Revoked', '{}', '{}', '', now() + interval '1 year', now()),
      ('valid', 'Valid', '{}', '{}', '', now() + interval '1 year', null)`,
  );
  const teams = async () =>
    (await database.selectFrom('team_tokens').select('team').orderBy('team').execute()).map(
      ({ team }) => team,
    );
  await portal.passTime({ days: 29 });
  await clean();
  expect(await teams()).toEqual(['Expired', 'Revoked', 'Valid']);
  await portal.passTime({ days: 3 });
  await clean();
  expect(await teams()).toEqual(['Valid']);
  const muted = await database.selectFrom('muted_orders').select('order_nbr').execute();
  expect(muted).toEqual([{ order_nbr: '1' }]);
});

test('orders that nobody changed for ORDERS_KEPT_DAYS are deleted, and then customers whom no browser knows', async () => {
  const { database, config } = portal;
  const kept = { ...portal, config: { ...config, ordersKeptDays: 365 } };
  await signIn(portal, 'ann@example.com');
  await execute(
    database,
    `insert into customers (email) values ('bob@example.com'), ('cleo@example.com')`,
    `insert into customers (email, blocked_at) values ('dora@example.com', now())`,
    `insert into orders (order_nbr, customer_id, document, events, last_modified)
      select nbr, id, '{}', '[]', now() + make_interval(days => days) from customers join
      (values ('ann@example.com', '1', 0), ('bob@example.com', '2', 0), ('cleo@example.com', '3', 2)) as o (of, nbr, days) on of = email`,
  );
  const left = async () => {
    await createHousekeeping(kept, fail)();
    await createHousekeeping(kept, fail)();
    const customers = await database.selectFrom('customers').select('email').orderBy('email').execute();
    const orders = await database.selectFrom('orders').select('order_nbr').orderBy('order_nbr').execute();
    return [...customers.map(({ email }) => email), ...orders.map(({ order_nbr }) => order_nbr)];
  };
  await portal.passTime({ days: 364 });
  const [ann, bob, cleo, dora] = ['ann', 'bob', 'cleo', 'dora'].map((name) => `${name}@example.com`);
  expect(await left()).toEqual(expect.arrayContaining([ann, bob, cleo, dora, '1', '2', '3']));
  await portal.passTime({ days: 2 });
  // The next import would bring Dora back, and let her in.
  expect(await left()).toEqual([ann, cleo, dora, '3']);
});

test('housekeeping that fails for one table cleans the others', async () => {
  const { database } = portal;
  await execute(
    database,
    `insert into used_tokens values ('old', now() - interval '2 days')`,
    'alter table limit_hits rename to limit_hits_away',
  );
  const failures: unknown[] = [];
  await clean(database, (error) => void failures.push(error));
  await execute(database, 'alter table limit_hits_away rename to limit_hits');
  expect(failures).toEqual([expect.objectContaining({ message: expect.stringContaining('limit_hits') })]);
  expect(await database.selectFrom('used_tokens').selectAll().execute()).toEqual([]);
});

test('housekeeping deletes more rows than fit in one statement', async () => {
  const { database } = portal;
  await execute(
    database,
    `insert into limit_hits (key, at) select 'old', now() - interval '2 days' from generate_series(1, 20001)`,
    `insert into limit_hits (key, at) values ('new', now())`,
  );
  await clean();
  expect(await rows()).toMatchObject({ hits: 1 });
});

/** Thousands of rows in each table that customers fill. */
const fill = async () => {
  const { database } = portal;
  const message =
    'insert into outbox (kind, channel, recipient, customer_id, status, expires_at, settled_at)';
  await execute(
    database,
    `insert into customers (email) select i || '@example.com' from generate_series(1, 3000) as i`,
    'insert into limit_hits (key, at) select email, now() from customers',
    'insert into sessions select email, id from customers',
    'insert into known_browsers select email, email, id from customers',
    `insert into challenges select email, '', id, '', 0, now() + interval '1 h' from customers`,
    `insert into hook_deliveries select email, '', '{}' from customers`,
    `insert into imports (source, report) select 'webhook', '{"totals":{}}' from customers`,
    'insert into import_customers select c.id, i.id from (select id, row_number() over () as n from customers) as c join (select id, row_number() over () as n from imports) as i using (n)',
    'insert into used_tokens select email from customers',
    `insert into orders (order_nbr, customer_id, document, events) select email, id, '{}', '[]' from customers`,
    `insert into muted_orders select id, email, now() - interval '1 year' from customers`,
    `insert into answers (customer_id, order_nbr, key) select id, email, id from customers`,
    `insert into answer_files (customer_id, name, type, content) select id, email, '', '' from customers`,
    'insert into removed_orders select email, now() from customers',
    `insert into erp_files (order_nbr, id, name) select email, id, '' from customers`,
    `insert into erp_orders (key, order_nbr, account, shown, seen_at) select email, email, email, true, now() from customers`,
    `insert into erp_contacts (id, account, email) select email, id, email from customers`,
    `${message} select 'order', 'email', '', id, 'sent', now(), now() from customers`,
    `insert into releases (name) values ('orders')`,
    `insert into release_counts select 'orders', '1.0.0', 1, now() - make_interval(mins => hour), 'shown', '', 1
      from generate_series(1, 5000) as hour`,
    'analyze',
    // Every customer has news due, which the planner's statistics do not reflect yet.
    `${message} select 'order', 'email', '', id, 'queued', now(), null from customers`,
  );
};

test('background jobs never scan a whole table', async () => {
  const { database, keys } = portal;
  await fill();
  const cleaned = await plansOf(database, (explained) => clean(explained));
  expect(cleaned).toHaveLength(tableRules.flatMap(([, { old }]) => old?.(portal.config) ?? []).length);
  // These are small, or have no index for it that each use of a session would write to.
  expect(cleaned.join('\n')).not.toMatch(
    /Seq Scan on (?!team_tokens|muted_orders|reminder_days|replicas|sessions)/,
  );
  const polled = await plansOf(database, (explained) =>
    outboxStore(explained, keys.outbox).lease({ channel: 'email', kinds: ['code'] }, 10, 60),
  );
  expect(polled.at(-1)).toContain('outbox_urgent');
  // Otherwise, the planner may lease more than the limit.
  expect(polled.at(-1)).toMatch(/InitPlan[^]*LockRows/);
  const settled = await plansOf(database, async (explained) => {
    const outbox = outboxStore(explained, keys.outbox);
    await outbox.retry(randomUUID(), 60, 'busy');
    await outbox.settle(randomUUID(), 'sent');
  });
  expect(settled).toEqual([expect.stringContaining('outbox_pkey'), expect.stringContaining('outbox_pkey')]);
});

test('an operator who looks a customer up or erases them, and a scrape, never read a whole table', async () => {
  await fill();
  const contact = '7@example.com';
  for (const name of ['customer/show', 'customer/orders', 'customer/erase'] as const) {
    const plans = await plansOf(portal.database, (database) =>
      work[name]({ ...portal, database, keys: async () => portal.keys }, { contact }),
    );
    expect(plans.join('\n')).not.toContain('Seq Scan');
    // Who only looks waits for no import.
    expect(plans.join('\n').includes('LockRows')).toBe(name === 'customer/erase');
  }
  const scraped = await plansOf(portal.database, (database) =>
    createMetrics({ database, pool: undefined }).read(),
  );
  expect(scraped.join('\n')).toContain('outbox_open');
  expect(scraped.join('\n')).not.toContain('Seq Scan on outbox');
});
