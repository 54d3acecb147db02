import { hkdfSync } from 'node:crypto';

const derive = (secret: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `portal/${purpose}`, 32));

/** One key per purpose, so that a value made for one is worth nothing to another (RFC 5869). */
export const deriveKeys = (secret: Buffer) => ({
  codes: derive(secret, 'codes'),
  csrf: derive(secret, 'csrf'),
  outbox: derive(secret, 'outbox'),
});

/** The keys that everything secret is made with. */
export type Keys = ReturnType<typeof deriveKeys>;
