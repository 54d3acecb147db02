import * as v from 'valibot';
import { hasBearer } from '../config/secrets';
import type { Routes } from './validation';

/** The path that `portal doctor` requests, through every proxy between customers and the portal. */
export const DOCTOR_PATH = '/hooks/doctor';

/** The Authorization header of `portal doctor`. Only a process with SECRET_KEY can create it. */
export const doctorAuthorization = (key: Buffer): string => `Bearer ${key.toString('hex')}`;

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
export const doctorRoutes: Routes<{ key: Buffer }> = async (app, { key }) => {
  app.get(DOCTOR_PATH, async (request, reply) => {
    if (!hasBearer(request, key.toString('hex'))) return reply.callNotFound();
    const forwarded = request.headers['x-forwarded-for'];
    const received: Received = {
      client: withoutPrefix(request.ip),
      peer: withoutPrefix(request.raw.socket.remoteAddress),
      forwarded: forwarded === undefined ? null : String(forwarded),
    };
    return reply.header('cache-control', 'no-store').send(received);
  });
};
