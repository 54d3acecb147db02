import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches';
import { secondsAgo } from '../database/clock';
import type { Database } from '../database/connect';
import { hashToken } from '../config/secrets';

/** Far longer than the portal accepts a token, so that the clocks of server and database may differ. */
const KEPT_SECONDS = 3600;

/** The used tokens of issuers, so that each token works once across all replicas. */
export const usedTokenStore = (database: Database) => ({
  /** @returns whether this is its first use */
  use: async (issuer: string, jti: string): Promise<boolean> => {
    const used = await database
      .insertInto('used_tokens')
      .values({ token_hash: hashToken(JSON.stringify([issuer, jti])) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('token_hash')
      .executeTakeFirst();
    return used !== undefined;
  },

  clean: () => deleteInBatches(database, 'used_tokens', sql`used_at < ${secondsAgo(KEPT_SECONDS)}`),
});
