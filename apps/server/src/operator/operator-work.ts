import type { Trust } from '@portal/releases';
import type { Audit } from '../audit/audit';
import { work } from '../commands/work';
import type { Config } from '../config/config';
import { readContact } from '../customers/contact';
import type { Database } from '../database/connect';
import { examine } from '../doctor/doctor';
import { Failure } from '../http/errors';
import { importStore } from '../import/import-store';
import { releaseVerbs, type Caller } from './caller';

/** Parameters as they arrive: the work itself parses them. */
export type Given = Record<string, unknown>;

/** Work that a call names. */
export interface OperatorWork {
  /** Whether teams may call it too. */
  team?: true;
  /** In bytes; absent: as for all calls. */
  bodyLimit?: number;
  /** @param context `audit` adds who calls */
  run: (given: Given, context: { caller: Caller; audit: Audit }) => Promise<unknown>;
}

interface Options {
  config: Config;
  database: Database | undefined;
  trust: Trust | undefined;
}

const IMPORTS = 20;

/** A contact as people write it, or already read. */
const readGiven = (given: Given, { sms }: Config): Given => {
  if (typeof given['contact'] !== 'string') return given;
  const contact = readContact(given['contact'], sms.countries);
  if (contact) return { ...given, contact };
  throw new Failure(400, 'contact is neither an email address nor a phone number.');
};

const onDatabase = (database: Database, config: Config): Record<string, OperatorWork> => ({
  ...Object.fromEntries(
    (
      [
        'outbox/list',
        'outbox/retry',
        'outbox/delete',
        'customer/show',
        'customer/export',
        'customer/sign-out',
        'customer/erase',
      ] as const
    ).map((name): [string, OperatorWork] => [
      name,
      { run: (given, { audit }) => work[name](database, readGiven(given, config), audit) },
    ]),
  ),
  'imports/list': {
    run: async () =>
      (await importStore(database).list(IMPORTS)).map(({ at, source, report }) => ({ at, source, report })),
  },
});

/** All work that callers can name, by its path. A parameter in the path (`:name`) joins those of the body. */
export const operatorWork = ({ config, database, trust = {} }: Options): Record<string, OperatorWork> => ({
  session: {
    team: true,
    run: async (_given, { caller }) =>
      caller.operator
        ? { ...caller, names: [], verbs: releaseVerbs }
        : { who: caller.who, operator: false, names: caller.names, verbs: caller.verbs },
  },
  doctor: { run: async () => ({ findings: await examine(config, { trust }) }) },
  ...(database && onDatabase(database, config)),
});
