import { releaseCalls, type ReleaseCall } from '@portal/releases';
import type { Audit } from '../../platform/audit/audit';
import { operatorsWork } from '../commands/work';
import type { Config } from '../../platform/config/config';
import type { Keys } from '../../platform/crypto/keys';
import type { RemoteChoices } from '../../platform/config/remote-choices';
import { readContact } from '../../platform/contact/contact';
import type { Database } from '../../platform/database/connect';
import { examine } from '../doctor/doctor';
import { Failure } from '../../platform/http/errors';
import type { ReleaseContext } from '../../portal/releases/changes';
import { makeReleaseCall, operatorNamed } from '../../portal/releases/release-calls';

export interface WorkOptions {
  config: Config;
  database: Database;
  keys: Keys;
  /** What changes of releases work on. */
  context: ReleaseContext;
  choices?: RemoteChoices | undefined;
}

/** Reads the contact of a customer, as people type it. @throws Failure 400 */
export const withContact = (given: object, { sms }: Config): object => {
  if (!('contact' in given)) return given;
  const contact = readContact(String(given.contact), sms.countries);
  if (contact) return { ...given, contact };
  throw new Failure(400, 'Write an email address or a phone number: ann@example.com or +12025550123.');
};

/** The operator, and the audit log that records what they do in their name. */
interface Operator {
  who: string;
  audit: Audit;
}

type Call = (given: object, operator: Operator) => Promise<object>;

/** What pages show and change. With API_UPSTREAM, another server has the customers. */
export const operatorWork = ({ config, keys, database, context, choices = {} }: WorkOptions) => ({
  config,
  context,
  database: config.apiUpstream ? undefined : database,
  /** Makes a call on releases, which parses what it is given, and audits what it changes. */
  releaseCall:
    (call: ReleaseCall): Call =>
    (given, { who, audit }) =>
      makeReleaseCall(
        call,
        given,
        { caller: operatorNamed(who), audit },
        {
          context,
          config,
          key: async () => keys.previews,
        },
      ),
  doctor: async () => ({ findings: await examine(config, { choices }) }),
});

export type OperatorWork = ReturnType<typeof operatorWork>;

/** The same by the names of calls. */
export const operatorCalls = ({
  config,
  database,
  releaseCall,
  doctor,
}: OperatorWork): Record<string, Call> => {
  const releases = (Object.keys(releaseCalls) as ReleaseCall[])
    // Builds come through the port of the customers, or from the machine of the portal.
    .filter((call) => call !== 'publish')
    .map((call): [string, Call] => [`releases/${call}`, releaseCall(call)]);
  if (!database) return { doctor, ...Object.fromEntries(releases) };
  const customers = Object.entries(operatorsWork).map(([name, run]): [string, Call] => [
    name,
    (given, { audit }) => run(database, withContact(given, config), audit),
  ]);
  return { doctor, ...Object.fromEntries([...releases, ...customers]) };
};
