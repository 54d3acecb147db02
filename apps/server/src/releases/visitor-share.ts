import { createHash } from 'node:crypto';

/**
 * Where a visitor stands among the visitors of one remote, from 0 up to but not including 1: evenly spread, the
 * same over all releases, and for each remote anew. A canary of 10 % is for those below 0.1, so that raising the
 * share only adds visitors.
 */
export const bucketOf = (visitor: string, remote: string): number =>
  createHash('sha256').update(`${remote}:${visitor}`).digest().readUInt32BE(0) / 2 ** 32;
