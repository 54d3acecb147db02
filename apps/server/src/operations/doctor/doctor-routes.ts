import * as v from 'valibot';
import type { Key } from '../../platform/crypto/secrets';
import type { Routes } from '../../platform/http/validation';

/** Longer than a check takes, and longer than clocks should differ. */
const LIFETIME_MS = 10 * 60_000;

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
});

export type Received = v.InferOutput<typeof receivedSchema>;

/** Removes the IPv6 prefix that a dual-stack server puts before IPv4 addresses. */
const withoutPrefix = (address = ''): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/** `GET /hooks/doctor` reports to `portal doctor` how its request arrived. Everybody else gets a 404. */
export const doctorRoutes: Routes<{ key: Key }> = async (app, { key }) => {
  app.get(DOCTOR_PATH, async (request, reply) => {
    if (!isAuthorized(key, request.headers.authorization)) return reply.callNotFound();
    const forwarded = request.headers['x-forwarded-for'];
    const received: Received = {
      client: withoutPrefix(request.ip),
      peer: withoutPrefix(request.raw.socket.remoteAddress),
      forwarded: forwarded === undefined ? null : String(forwarded),
    };
    return reply.header('cache-control', 'no-store').send(received);
  });
};
