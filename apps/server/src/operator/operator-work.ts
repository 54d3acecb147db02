import type { Trust } from '@portal/releases';
import type { Audit } from '../audit/audit';
import { work } from '../commands/work';
import type { Config } from '../config/config';
import type { Database } from '../database/connect';
import { examine } from '../doctor/doctor';
import { releaseVerbs, type Caller } from './caller';

/** Work by name, which is its path. A parameter in the path (`:name`) joins those of the body. */
type OperatorWork = Record<
  string,
  {
    /** Whether teams may call it too. */
    team?: true;
    /** In bytes; absent: as for all calls. */
    bodyLimit?: number;
    /** Parses what is given. `audit` adds who calls. */
    run: (given: object, context: { caller: Caller; audit: Audit }) => Promise<unknown>;
  }
>;

/** What commands do on the database. Work on customers audits itself, and lists change nothing. */
const onDatabase = (database: Database): OperatorWork =>
  Object.fromEntries(
    Object.entries(work)
      .filter(([name]) => /^(?:customer\/(?!repeat)|imports|outbox|tokens)/.test(name))
      .map(([name, run]): [string, OperatorWork[string]] => [
        name,
        {
          run: async (given, { audit }) => {
            const result = await run(database, given, audit);
            if (!/^customer|list$/.test(name)) audit({ event: 'operator', outcome: 'done', work: name });
            return result;
          },
        },
      ]),
  );

/** All work that callers can name; with API_UPSTREAM, without what needs the database. */
export const operatorWork = (config: Config, database?: Database, trust: Trust = {}): OperatorWork => ({
  session: {
    team: true,
    run: async (_given, { caller }) => ({ names: [], verbs: releaseVerbs, ...caller, tokenId: undefined }),
  },
  doctor: { run: async () => ({ findings: await examine(config, { trust }) }) },
  ...(database && onDatabase(database)),
});
