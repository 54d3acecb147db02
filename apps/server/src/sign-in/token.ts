import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { randomText } from '../random';

/** 256 random bits for a cookie (ASVS 5.0 7.2.3 asks for 128). */
export const newToken = () => randomText(32, 'base64url');

/** The stored form of a token: useless to readers of the database. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Whether the text looks like a token of `newToken`. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Compares two secrets in constant time. */
export const sameSecret = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Whether a request has the bearer token of a program. Compares hashes: their length reveals nothing. */
export const hasBearer = ({ headers }: Pick<FastifyRequest, 'headers'>, token: string): boolean => {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  return sameSecret(hashToken(given), hashToken(token));
};
