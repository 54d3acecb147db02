import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Key } from '../../platform/crypto/secrets';
import { ANSWER_LIMITS } from '@portal/api/wire';
import type { Routes } from '../../platform/http/validation';

/** Longer than clocks differ, such as by a time zone: the doctor must hear of it. */
const LIFETIME_MS = 24 * 3_600_000;

/** The path that `portal doctor` requests, through every proxy between customers and the portal. */
export const DOCTOR_PATH = '/hooks/doctor';

/** The Authorization header of `portal doctor`. Only a process with SECRET_KEY can create one; proxies may log it. */
export const doctorAuthorization = (key: Key, now = Date.now()): string => {
  const expires = String(now + LIFETIME_MS);
  return `Bearer ${expires}.${key.sign(expires)}`;
};

const isAuthorized = (key: Key, authorization: string | undefined): boolean => {
  const [, expires = '', signature = ''] = /^Bearer (\d+)\.([\w-]+)$/.exec(authorization ?? '') ?? [];
  return key.verify(expires, signature) && Number(expires) > Date.now();
};

/** A request as the portal received it. */
export const receivedSchema = v.object({
  /** The client according to TRUST_PROXY. */
  client: v.string(),
  /** Who connected to the portal. */
  peer: v.string(),
  /** X-Forwarded-For; null without one. */
  forwarded: v.nullable(v.string()),
  /** The clock, in milliseconds; absent before version 1.1. */
  at: v.optional(v.number(), NaN),
  /** Which of the replicas this is; absent before version 1.1. */
  replica: v.optional(v.string(), ''),
});

export type Received = v.InferOutput<typeof receivedSchema>;

/** Removes the IPv6 prefix that a dual-stack server puts before IPv4 addresses. */
const withoutPrefix = (address = ''): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/**
 * `GET` and `POST /hooks/doctor` report to `portal doctor` how its request arrived; `POST` takes a body of any size, to
 * find out what proxies let through. Everybody else gets a 404.
 */
export const doctorRoutes: Routes<{ key: Key }> = async (app, { key }) => {
  const replica = randomUUID();
  app.addHook('onRequest', async (request, reply) => {
    if (!isAuthorized(key, request.headers.authorization)) return reply.callNotFound();
  });
  app.addContentTypeParser('application/octet-stream', (_request, body, done) => {
    body
      .resume()
      .on('end', () => done(null))
      .on('error', done);
  });
  app.route({
    method: ['GET', 'POST'],
    url: DOCTOR_PATH,
    bodyLimit: 2 * ANSWER_LIMITS.fileBytes,
    handler: async (request, reply) => {
      const forwarded = request.headers['x-forwarded-for'];
      const received: Received = {
        client: withoutPrefix(request.ip),
        peer: withoutPrefix(request.raw.socket.remoteAddress),
        forwarded: forwarded === undefined ? null : String(forwarded),
        at: Date.now(),
        replica,
      };
      return reply.header('cache-control', 'no-store').send(received);
    },
  });
};
