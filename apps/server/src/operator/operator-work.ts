import { operatorsWork } from '../commands/work';
import type { Config } from '../config/config';
import type { Keys } from '../config/keys';
import type { RemoteChoices } from '../config/remote-choices';
import { readContact } from '../customers/contact';
import type { Database } from '../database/connect';
import { examine } from '../doctor/doctor';
import { Failure } from '../http/errors';
import type { ReleaseContext } from '../releases/changes';
import { operatorReleases, type Operator } from './operator-releases';

export interface WorkOptions {
  config: Config;
  database: Database;
  keys: Keys;
  /** What changes of releases work on. */
  releases: ReleaseContext;
  choices?: RemoteChoices | undefined;
}

/** Reads the contact of a customer, as people type it. @throws Failure 400 */
export const withContact = (given: object, { sms }: Config): object => {
  if (!('contact' in given)) return given;
  const contact = readContact(String(given.contact), sms.countries);
  if (contact) return { ...given, contact };
  throw new Failure(400, 'Write an email address or a phone number: ann@example.com or +12025550123.');
};

/** What pages show and change. With API_UPSTREAM, another server has the customers. */
export const operatorWork = ({ config, keys, database, releases, choices = {} }: WorkOptions) => ({
  config,
  database: config.apiUpstream ? undefined : database,
  releases: operatorReleases(releases, config, keys),
  doctor: async () => ({ findings: await examine(config, { choices }) }),
});

export type OperatorWork = ReturnType<typeof operatorWork>;

type Call = (given: object, operator: Operator) => Promise<object>;

/** The same by the names of calls. Each parses what it is given, and audits what it changes. */
export const operatorCalls = ({
  config,
  database,
  releases,
  doctor,
}: OperatorWork): Record<string, Call> => ({
  doctor,
  'releases/status': releases.status,
  'releases/show': releases.show,
  'releases/promote': releases.promote,
  'releases/canary': releases.canary,
  'releases/stop-canary': releases.stopCanary,
  'releases/rollback': releases.rollback,
  ...(database &&
    Object.fromEntries(
      Object.entries(operatorsWork).map(([name, run]): [string, Call] => [
        name,
        (given, { audit }) => run(database, withContact(given, config), audit),
      ]),
    )),
});
