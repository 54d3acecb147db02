import { Client } from 'pg';
import customers from '../demo/customers.json' with { type: 'json' };
import { connectDatabase } from '../src/platform/database/connect';

/** Orders of each customer. */
const ORDERS = 10;

/** Spreads rows so that one in 25 has expired: the work that a busy hour leaves to housekeeping. */
const ageIn = (days: number) =>
  `now() - make_interval(secs => 86400.0 * ${days} * 25 / 24 * i / (select count from size))`;

const customerId = (number: string) => `md5('customer ' || ${number})::uuid`;
const email = `'customer-' || i || '@example.com'`;
/** Stands in for a hash of 64 hexadecimal digits. */
const hash = (name: string) => `md5('${name} ' || i) || md5(i || ' ${name}')`;
const lifecycle = `'${JSON.stringify(['Open', 'In Process', 'On Hold', 'Completed', 'Closed'])}'::jsonb`;

/** The demo's events, which are as long as real ones. */
const eventLists = customers.flatMap(({ orders = [] }) => orders.map(({ events }) => events));

/**
 * Every table: ten orders and one row of anything else per customer. Orders are stored by date, so a customer's orders
 * lie on different pages.
 */
const rows = {
  customers: `(id, email, phone, name)
    select ${customerId('i')}, ${email}, '+1' || (2000000000 + i), 'Customer ' || i from numbers`,
  orders: `(order_nbr, customer_id, document, events, last_modified)
    select lpad(n::text, 8, '0'), ${customerId('(n % (select count from size) + 1)')},
      ('{"ServiceOrderNbr":{"value":"' || lpad(n::text, 8, '0') || '"},"Description":{"value":"Boiler: yearly maintenance, building ' || n % 9
        || '"},"Status":{"value":' || ((${lifecycle}) -> (n % 5)::int) || '},"Date":{"value":"' || day || 'T00:00:00+00:00"},"LastModifiedDateTime":{"value":"'
        || day || 'T10:00:00+00:00"}}')::jsonb,
      events, day + time '10:00'
    from (select generate_series(1, (select count from size) * ${ORDERS}) as n) as numbered
    cross join lateral (select date '2024-01-01' + (n * 730 / (select count from size) / ${ORDERS})::int as day) as days
    join lists on lists.index = n % ${eventLists.length}`,
  sessions: `(token_hash, customer_id, created_at, last_seen_at)
    select ${hash('session')}, ${customerId('i')}, ${ageIn(1)}, ${ageIn(1)} from numbers`,
  limit_hits: `(key, at) select 'codes/' || ${email}, ${ageIn(1)} from numbers`,
  challenges: `(identifier, browser_hash, id, code_hash, expires_at)
    select ${email}, ${hash('browser')}, gen_random_uuid(), ${hash('code')}, ${ageIn(1)} + interval '1 day' from numbers`,
  known_browsers: `(token_hash, identifier, customer_id, signed_in_at)
    select ${hash('pass')}, ${email}, ${customerId('i')}, ${ageIn(400)} from numbers`,
  outbox: `(kind, channel, recipient, customer_id, status, attempts, available_at, expires_at, created_at, settled_at)
    select 'order', 'email', '', ${customerId('i')}, 'sent', 1, ${ageIn(1)}, ${ageIn(1)}, ${ageIn(1)}, ${ageIn(1)} from numbers`,
  hook_deliveries: `(id, body_hash, answer, received_at)
    select 'evt_' || i, ${hash('body')}, '{"success": true}', ${ageIn(30)} from numbers`,
  imports: `(at, source, report) select ${ageIn(30)}, 'webhook',
    '{"customers": {"new": 0, "updated": 0, "unchanged": 1}, "orders": {"new": 1, "updated": 0, "unchanged": 0, "outdated": 0}, "totals": {"new": 1, "updated": 0, "unchanged": 0, "outdated": 0}, "ignoredFields": [], "notes": []}' from numbers`,
};

/** Fills the tables in bulk: row by row, PostgreSQL would check references and update indexes ten million times. */
const fill = async (client: Client, count: number) => {
  await client.query('begin');
  await client.query(`set local session_replication_role = replica`);
  await client.query(`set local maintenance_work_mem = '512MB'`);
  await client.query(`create temporary table size on commit drop as select ${count}::bigint as count`);
  await client.query(
    `create temporary view numbers as select generate_series(1, (select count from size)) as i`,
  );
  await client.query(
    `create temporary table lists on commit drop as select index - 1 as index, events
      from jsonb_array_elements($1::jsonb) with ordinality as lists (events, index)`,
    [JSON.stringify(eventLists)],
  );
  await client.query('analyze size, lists');
  // A table that is truncated in the transaction needs no write-ahead log.
  await client.query(`truncate ${Object.keys(rows).join(', ')} cascade`);
  for (const [table, values] of Object.entries(rows)) {
    const began = performance.now();
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass as name, pg_get_indexdef(indexrelid) as definition
        from pg_index left join pg_constraint on conindid = indexrelid
        where indrelid = $1::regclass and pg_constraint.oid is null`,
      [table],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(`insert into ${table} ${values}`);
    for (const { definition } of indexes) await client.query(definition);
    if (count > 1000) console.log(`  ${table}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  await client.query('drop view numbers');
  await client.query('commit');
  // VACUUM would rewrite ten million rows only to mark them as visible to all, which nothing here reads.
  await client.query('alter table orders set (autovacuum_enabled = false)');
  await client.query('analyze orders');
  await client.query(
    `vacuum analyze ${Object.keys(rows)
      .filter((table) => table !== 'orders')
      .join(', ')}`,
  );
};

/**
 * Creates a database of this version's schema with `count` customers.
 * @returns its URL and size
 */
export const createFilled = async (server: string, name: string, count: number) => {
  await withClient(server, (client) => client.query(`create database ${name}`));
  const url = new URL(`/${name}`, server).href;
  const { migrateNow, close } = await connectDatabase({ databaseUrl: url, dataDir: '' });
  await migrateNow();
  await close();
  await withClient(url, (client) => fill(client, count));
  const { rows: sizes } = await withClient(url, (client) =>
    client.query<{ size: string }>(`select pg_size_pretty(pg_database_size(current_database())) as size`),
  );
  return { url, size: sizes[0]?.size };
};

/** Queues news for every customer, due now. */
export const queueNews = (url: string) =>
  withClient(url, (client) =>
    client.query(
      `insert into outbox (kind, status, channel, recipient, customer_id, changes, expires_at)
        select 'order', 'queued', 'email', '', id, '[]', now() + interval '1 day' from customers`,
    ),
  );

const withClient = async <Result>(url: string, work: (client: Client) => Promise<Result>) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
