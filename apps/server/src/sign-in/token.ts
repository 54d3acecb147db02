import { createHash } from 'node:crypto';
import { randomText } from '../random';

/** 256 random bits for a cookie (ASVS 5.0 7.2.3 asks for 128). */
export const newToken = () => randomText(32, 'base64url');

/** The stored form of a token: useless to readers of the database. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Whether the text looks like a token of `newToken`. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);
