import { createHmac, randomInt } from 'node:crypto';

/** How long a code can be used, and delivered (ASVS 5.0 6.5.5 allows ten minutes). */
export const codeLifetimeSeconds = 600;

/** Six digits from a cryptographically secure source (ASVS 5.0 6.5.3, 6.5.4). */
export const newCode = () => randomInt(1_000_000).toString().padStart(6, '0');

/** What is kept of a code: bound to its challenge and identifier, and worth nothing without the key. */
export const hashCode = (
  key: Buffer,
  { id, identifier, code }: { id: string; identifier: string; code: string },
) => createHmac('sha256', key).update([id, identifier, code].join('\0')).digest('hex');
