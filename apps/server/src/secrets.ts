import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Compares two secrets in constant time. Compares hashes: even their length reveals nothing. */
export const sameSecret = (left: string, right: string): boolean => timingSafeEqual(hash(left), hash(right));

/** Whether a request has the bearer token of a program. */
export const hasBearer = ({ headers }: Pick<FastifyRequest, 'headers'>, token: string): boolean =>
  sameSecret(/^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '', token);
