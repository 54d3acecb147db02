import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SHELL } from '@portal/releases';
import { version } from '../../../package.json';
import { hasDatabase, runWork } from '../commands/run';
import { type Config, ConfigError } from '../../platform/config/config';
import { channelNames, maskContact, type Channel, type Contact } from '../../platform/contact/contact';
import { connectDatabase } from '../../platform/database/connect';
import { channels } from '../../messages/channels';
import { sendingProblem } from '../../messages/drivers';
import { keyProblem, loadKeys } from '../../platform/crypto/keys';
import type { RemoteChoices } from '../../platform/config/remote-choices';
import type { Key } from '../../platform/crypto/secrets';
import { findRelease } from '../../portal/releases/release';
import { openBucketAt } from '../../portal/releases/bucket';
import { servable } from '../../portal/releases/servable';
import { findFileProblems } from '../../portal/releases/stored-files';
import { checkAddress, checkScheme, clockFinding } from './check-address';
import { PARTS } from '../../parts';
import { checkLinks } from './check-links';
import { checkRunning } from './check-running';
import { checkBackup, checkWriting } from './check-writing';
import { fix, isFinding, note, ok, type Finding, type Findings } from '../../platform/config/finding';

/** The time limit of each check: a database, bucket or server that hangs must not block the other checks. */
const CHECK_MS = 45_000;

const inTime = async (check: string, work: () => Promise<Findings>): Promise<Findings> => {
  const late = fix(check, `It does not answer within ${CHECK_MS / 1000} seconds. Check the network.`);
  return Promise.race([work(), sleep(CHECK_MS, [late], { ref: false })]).catch((error: unknown) => {
    if (error instanceof ConfigError) return error.faults.map((fault) => fix(check, fault));
    return [fix(check, error instanceof Error ? error.message : String(error))];
  });
};

/** A user who may only read, or a database that is a replica, lets the portal start and no customer in. */
export const checkPermissions = ([first, ...more]: readonly string[]): Finding | undefined =>
  first === undefined
    ? undefined
    : fix(
        'database user',
        `It is not permitted ${more.length > 0 ? `${first} and ${more.length} more` : first}. Name the primary in DATABASE_URL, and grant its user SELECT, INSERT, UPDATE, and DELETE on all tables, and CREATE on its schema for migrations.`,
      );

const checkReleases = async (config: Config, choices: RemoteChoices): Promise<Findings> => {
  const releases = await runWork(config, 'releases/state', {}, connectDatabase);
  const damaged = await findFileProblems(openBucketAt(config.releasesUrl), releases, true);
  const { problems } = servable(releases, choices);
  const faults = [...problems, ...damaged].map(({ problem }) => problem);
  if (!findRelease(releases, SHELL)?.live && faults.length === 0)
    faults.push('No shell is live. Run `pnpm build && pnpm portal publish --all --promote`.');
  if (faults.length > 0) return faults.map((fault) => fix('releases', fault));
  const live = releases.flatMap(({ name, live: version }) => (version ? [`${name} ${version}`] : []));
  return [ok('releases', `live: ${live.join(', ')}`)];
};

const checkRowsOfParts = async (config: Config): Promise<Findings> => {
  const findings: Finding[] = [];
  for (const { name, check, checkRows } of PARTS)
    if (checkRows && check?.(config))
      findings.push(...(await runWork(config, 'part/state', { name }, connectDatabase)).findings);
  return findings;
};

const checkDatabase = async (config: Config, choices: RemoteChoices): Promise<Findings> => {
  const kind = config.databaseUrl ? 'PostgreSQL' : 'the embedded database';
  if (!hasDatabase(config))
    return [note('database', `There is none in ${config.dataDir} yet: the first start creates it.`)];
  // Opens the database as it is: the doctor migrates nothing.
  const asked = Date.now();
  const state = await runWork(config, 'database/state', {}, connectDatabase);
  const { executed, pending, ahead, requires, denied, at } = state;
  const late = pending.join(', ');
  return [
    ok('database', `${kind} answers`),
    late !== '' &&
      (config.migrateOnStart
        ? note('schema', `${late} pending: the next start executes them.`)
        : fix('schema', `${late} pending. Run \`pnpm portal migrate\`.`)),
    ahead && (ahead.works ? note : fix)('schema', ahead.sentence),
    late === '' &&
      !ahead &&
      ok('schema', `${executed.at(-1)}, up to date; works with version ${requires} and later`),
    checkPermissions(denied),
    config.databaseUrl !== undefined && clockFinding('database clock', 'The database', at, asked),
    // Without their tables, there is nothing to check. One after the other: only one at a time opens the embedded database.
    ...(pending.length > 0 ? [] : await checkRunning(config)),
    ...(pending.length > 0 ? [] : await checkReleases(config, choices)),
    ...(pending.length > 0 ? [] : await checkRowsOfParts(config)),
  ];
};

/** The variables that the portal starts with, even if they are wrong. */
const checkVariables = (config: Config): Findings => {
  const [key, unsent] = [keyProblem(config), sendingProblem(config)];
  return [
    key !== undefined && fix('SECRET_KEY', key),
    unsent !== undefined && fix('messages', unsent),
    // It names them.
    ...(unsent === undefined ? config.misspelt : []).map((sentence) => fix('variables', sentence)),
    checkScheme(config),
  ];
};

const checkDelivery = async (channel: Channel, config: Config): Promise<Findings> => {
  const { service, variables, noun, driver } = channels[channel];
  const configured = driver(config);
  if (!configured)
    return [
      note(
        service,
        `Not configured: the portal prints ${noun}s and keeps them as files. Set ${variables} to send them.`,
      ),
    ];
  const problem = await configured.check();
  return [
    problem === undefined ? ok(service, 'accepts the account; nothing was sent') : fix(service, problem),
  ];
};

/** The key that the portal uses; undefined before its first start. */
const findKey = async (config: Config): Promise<Key | undefined> => {
  const exists =
    config.secretKey ??
    (await access(join(config.dataDir, 'secret.key')).then(
      () => true,
      () => false,
    ));
  return exists ? (await loadKeys(config)).doctor : undefined;
};

const sendTest = async (contact: Contact, config: Config): Promise<Findings> => {
  const { driver, variables } = channels[contact.channel];
  const configured = driver(config);
  if (!configured) return [fix('test message', `Set ${variables} to send one.`)];
  const subject = `Test message of ${config.brand.name}`;
  const text = `${subject}. If you can read it, the portal can send messages.`;
  await configured.send({ id: randomUUID(), to: contact.address, subject, text });
  return [ok('test message', `accepted for ${maskContact(contact)}`)];
};

/** Checks everything that the portal needs. Changes nothing. @param sendTo where a test message goes */
export const examine = async (
  config: Config,
  { choices = {}, sendTo }: { choices?: RemoteChoices | undefined; sendTo?: Contact | undefined },
): Promise<Finding[]> => {
  const database = inTime('database', () => checkDatabase(config, choices));
  const findings = await Promise.all([
    database,
    inTime('files', async () => [...(await checkWriting(config)), await checkBackup(config)]),
    ...channelNames.map((channel) => inTime(channels[channel].service, () => checkDelivery(channel, config))),
    ...PARTS.flatMap((part) => part.check?.(config) ?? []).map(async ({ title, run }) => {
      const known = await database;
      return inTime(title, () => run(known));
    }),
    inTime('links', () => checkLinks(config)),
    inTime('portal', async () => checkAddress(config, await findKey(config))),
    ...(sendTo ? [inTime('test message', () => sendTest(sendTo, config))] : []),
  ]);
  const portal = ok('version', `${version}, on Node ${process.versions.node}`);
  return [portal, ...checkVariables(config), ...findings.flat()].filter(isFinding);
};
