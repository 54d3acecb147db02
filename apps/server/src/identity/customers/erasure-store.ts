import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect';
import type { Key } from '../../platform/crypto/secrets';

const isOneOf = (hashes: readonly string[]) => sql<boolean>`hash = any(${hashes}::text[])`;

/** The contacts of erased customers, as keyed hashes: no import brings these customers back. */
export const erasureStore = (database: Database, key: Key) => ({
  remember: async (contacts: readonly string[]): Promise<void> => {
    const hashes = contacts.map((contact) => key.hashes(contact)[0]);
    await sql`insert into erased_contacts (hash) select unnest(${hashes}::text[]) on conflict do nothing`.execute(
      database,
    );
  },

  /** The days of erasure, by contact. What the previous SECRET_KEY has hashed is hashed again: it goes some day. */
  find: async (contacts: readonly string[]): Promise<Map<string, string>> => {
    const hashed = contacts.map((contact) => ({ contact, hashes: key.hashes(contact) }));
    const rows = await database
      .selectFrom('erased_contacts')
      .select(['hash', sql<string>`erased_on::text`.as('day')])
      .where(isOneOf(hashed.flatMap(({ hashes }) => hashes)))
      .execute();
    const days = new Map<string, string>();
    for (const { hash, day } of rows)
      for (const { contact, hashes } of hashed.filter((one) => one.hashes.includes(hash))) {
        days.set(contact, day);
        if (hash !== hashes[0])
          await sql`update erased_contacts set hash = ${hashes[0]} where hash = ${hash}`.execute(database);
      }
    return days;
  },

  /** Lets imports bring the customer back. @returns whether one with this contact was erased */
  forget: async (contact: string): Promise<boolean> => {
    const { numDeletedRows } = await database
      .deleteFrom('erased_contacts')
      .where(isOneOf(key.hashes(contact)))
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});
