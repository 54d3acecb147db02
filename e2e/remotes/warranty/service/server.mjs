import fastify from 'fastify';
import pg from 'pg';
// Written by the drill, from docs/back-ends.md.
import { customerOf } from './customer-of.mjs';

const { PORT, DATABASE_URL } = process.env;

const database = new pg.Pool({ connectionString: DATABASE_URL });
await database.query(
  'create table claims (id serial primary key, customer text, order_nbr text, fault text)',
);

const service = fastify();

service.addHook('onRequest', async (request, reply) => {
  try {
    request.customer = await customerOf(request);
  } catch ({ code, message }) {
    return reply.code(401).send({ reason: code ?? message });
  }
});

service.get('/claims', async ({ customer }) => {
  const select = 'select id, order_nbr as "orderNbr", fault from claims where customer = $1 order by id';
  return (await database.query(select, [customer])).rows;
});

service.post('/claims', async ({ customer, body: { orderNbr, fault } }, reply) => {
  const insert = 'insert into claims (customer, order_nbr, fault) values ($1, $2, $3)';
  await database.query(insert, [customer, orderNbr, fault]);
  return reply.code(201).send({});
});

await service.listen({ port: Number(PORT), host: '127.0.0.1' });
