import type { Call } from '@portal/api/wire';
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { AuditEvent } from '../../platform/audit/audit';
import type { Key } from '../../platform/crypto/secrets';
import type { Database } from '../../platform/database/connect';
import { createTurns } from '../../platform/database/turns';
import { Failure } from '../../platform/http/errors';
import { acceptUtf8Json, requireBearer } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import type { StatusKinds } from '../records/order-record';
import { receiveOrders } from './hook';
import { customerRecord } from '../import/format';

const BODY_LIMIT = 8 * 1024 * 1024;

const counts = { new: v.number(), updated: v.number(), unchanged: v.number() };

/** The webhook as `/openapi.json` describes it. */
const ordersHook = {
  method: 'POST',
  path: '/hooks/orders',
  summary: 'Loads customers and orders, one record or many, in the format of the import',
  request: { body: v.union([customerRecord, v.array(customerRecord)]) },
  response: v.object({
    success: v.boolean(),
    message: v.string(),
    customers: v.object(counts),
    orders: v.object({ ...counts, outdated: v.number() }),
    ignoredFields: v.array(v.string()),
    notes: v.array(v.object({ row: v.number(), field: v.string(), reason: v.string() })),
  }),
} as const satisfies Call;

const operation = {
  operationId: 'receiveOrders',
  security: [{ ordersWebhookToken: [] }],
  headers: {
    type: 'object',
    properties: {
      'idempotency-key': {
        type: 'string',
        maxLength: 255,
        description: 'The id of the delivery: a repeated one gets the first response, and changes nothing',
      },
    },
  },
};

const idOf = ({ headers }: FastifyRequest): string | undefined => {
  const id = headers['idempotency-key'];
  if (id === undefined) return undefined;
  if (typeof id === 'string' && /^[\x21-\x7e]{1,255}$/.test(id)) return id;
  throw new Failure(400, 'The Idempotency-Key must have 1 to 255 characters, without spaces.');
};

/** Below the usual timeout of senders, which repeat after 503. An import can hold up deliveries for minutes. */
const LONGEST_WAIT_SECONDS = 10;

interface HookRoutes {
  token: string;
  database: Database;
  kinds: StatusKinds;
  erasures: Key;
}

/** `POST /hooks/orders`: an ERP sends changed orders. Without cookies, it needs no CSRF token. */
export const ordersHookRoutes: Routes<HookRoutes> = async (app, { token, database, kinds, erasures }) => {
  // Deliveries that wait for the lock of order writes would hold all connections.
  const takeTurn = createTurns();
  acceptUtf8Json(app);

  requireBearer(app, 'ORDERS_WEBHOOK_TOKEN', token);

  app.route({
    method: ordersHook.method,
    url: ordersHook.path,
    config: { call: ordersHook, operation },
    bodyLimit: BODY_LIMIT,
    handler: async (request, reply) => {
      const id = idOf(request);
      const latest = Date.now() + 1000 * LONGEST_WAIT_SECONDS;
      const end = await takeTurn();
      try {
        const patienceMs = latest - Date.now();
        const audit = (event: AuditEvent) => request.audit(event);
        const busy = 'The portal is busy with other deliveries. Send this one again later.';
        if (patienceMs <= 0) throw new Failure(503, busy, LONGEST_WAIT_SECONDS);
        const { status, body, isRepeated } = await receiveOrders(database, request.body, {
          id,
          audit,
          patienceMs,
          kinds,
          erasures,
        });
        reply.header('cache-control', 'no-store');
        if (isRepeated) reply.header('idempotent-replayed', 'true');
        return await reply.code(status).send(body);
      } finally {
        end();
      }
    },
  });
};
