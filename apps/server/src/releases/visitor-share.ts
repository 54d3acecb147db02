import { createHash } from 'node:crypto';

/**
 * The position of a visitor among the visitors of a remote, in [0, 1): evenly distributed, stable over releases, and
 * independent for each remote. A 10 % canary is for positions below 0.1, so that raising the share only adds visitors.
 */
export const positionOf = (visitor: string, remote: string): number =>
  createHash('sha256').update(`${remote}:${visitor}`).digest().readUInt32BE(0) / 2 ** 32;
