import * as v from 'valibot';
import { askPortal } from './admin/admin-client';
import {
  runInPortalOrHere,
  hasDatabase,
  NoDatabaseError,
  requireOwnDatabase,
} from './admin/run-in-portal-or-here';
import { commands, isCommand } from './admin/commands';
import { withAudit } from './audit/audit';
import { runCommand, UsageError } from './command';
import type { Config } from './config';
import { readContact } from './customers/contact';

/**
 * The process behind `portal outbox` and `portal customer`: `COMMAND PARAMETERS`, the latter as JSON. A `contact` in them
 * is text. Prints the answer as JSON; exit code 1: refused.
 */

const parametersSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ contact: v.optional(v.string()) }),
);

/** Contacts are normalized as at sign-in, so that every spelling finds the customer. */
const readParameters = ({ sms }: Config, json: string): object => {
  const { contact: text, ...parameters } = v.parse(parametersSchema, json);
  if (text === undefined) return parameters;
  const contact = readContact(text, sms.countries);
  if (!contact)
    throw new UsageError(
      `${text} is neither an email address nor a phone number. Write ann@example.com or +12025550123.`,
    );
  return { ...parameters, contact };
};

await runCommand(process.env, async (config) => {
  const [name = '', json = '{}'] = process.argv.slice(2);
  if (!isCommand(name))
    throw new UsageError(`Unknown command \`${name}\`. Use one of ${Object.keys(commands).join(', ')}.`);
  requireOwnDatabase(config, 'Manage customers and messages on that server.');
  const parameters = readParameters(config, json);
  if (!(await hasDatabase(config)))
    throw new NoDatabaseError(
      `There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as for the portal.`,
    );
  const answer = await runInPortalOrHere<unknown>(config, {
    ask: (address) => askPortal(address, `/${name}`, JSON.stringify(parameters)),
    work: (database) => withAudit(config, (audit) => commands[name](database, parameters, audit)),
  });
  console.log(JSON.stringify(answer));
  return answer instanceof Object && 'refusal' in answer ? 1 : 0;
});
