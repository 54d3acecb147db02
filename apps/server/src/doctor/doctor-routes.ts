import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import type { Routes } from '../http/validation';
import { sameSecret } from '../sign-in/token';

/** Longer than a check takes, and than clocks should differ. */
const LIFETIME_MS = 10 * 60_000;

/** Where `portal doctor` looks at itself, through every proxy that customers come through. */
export const DOCTOR_PATH = '/hooks/doctor';

const sign = (key: Buffer, expires: string) => createHmac('sha256', key).update(expires).digest('base64url');

/** The Authorization header of `portal doctor`: whoever has SECRET_KEY can make one. */
export const doctorAuthorization = (key: Buffer, now: number): string => {
  const expires = String(now + LIFETIME_MS);
  return `Bearer ${expires}.${sign(key, expires)}`;
};

const isAuthorized = (key: Buffer, authorization: string | undefined, now: number): boolean => {
  const [, expires = '', signature = ''] = /^Bearer (\d+)\.([\w-]+)$/.exec(authorization ?? '') ?? [];
  return sameSecret(signature, sign(key, expires)) && Number(expires) > now;
};

/** How a request arrived at the portal. */
export const arrivalSchema = v.object({
  /** Whom the portal takes for the client, according to TRUST_PROXY. */
  client: v.string(),
  /** Who connected to the portal. */
  peer: v.string(),
  /** X-Forwarded-For; null without one. */
  forwarded: v.nullable(v.string()),
});

export type Arrival = v.InferOutput<typeof arrivalSchema>;

/** IPv4 addresses in the form of IPv6, as on a server that listens to both. */
const plainAddress = (address = ''): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '');

/** `GET /hooks/doctor` tells `portal doctor` how its request arrived; to everybody else there is nothing. */
export const doctorRoutes: Routes<{ key: Buffer }> = async (app, { key }) => {
  app.get(DOCTOR_PATH, async (request, reply) => {
    if (!isAuthorized(key, request.headers.authorization, Date.now())) return reply.callNotFound();
    const forwarded = request.headers['x-forwarded-for'];
    const arrival: Arrival = {
      client: plainAddress(request.ip),
      peer: plainAddress(request.raw.socket.remoteAddress),
      forwarded: forwarded === undefined ? null : String(forwarded),
    };
    return reply.header('cache-control', 'no-store').send(arrival);
  });
};
