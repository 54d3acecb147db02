import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { openDatabase } from '../src/platform/database/connect';
import { startPostgres } from '../src/testing/postgres-server';
import { putReleasesIn, shellRelease } from '../src/testing/releases';
import { startSmtpInbox } from '../src/testing/smtp-inbox';
import { startFront } from './front';
import { createCodeRequests, createLoad, createTally, type Tally } from './load';
import { startReplicas, type Replica } from './replicas';

/**
 * `pnpm --filter server drill [kill|roll|terminate|stop]`: three replicas and a real PostgreSQL behind nginx, under load,
 * while something goes wrong. Prints a table, and fails if a promise of docs/run.md is broken.
 */

const REPLICAS = 3;
const SECONDS = 30;
const CODES = 150;

const home = await mkdtemp(join(tmpdir(), 'portal-drill-'));
const postgres = await startPostgres();
const inbox = await startSmtpInbox();
const releases = join(home, 'releases');
await mkdir(releases);
const releasesUrl = pathToFileURL(releases);
await putReleasesIn({ databaseUrl: postgres.url, dataDir: '', releasesUrl }, shellRelease());
const { database, close } = await openDatabase({ databaseUrl: postgres.url, dataDir: '', isPatient: true });

const replicas = await startReplicas(REPLICAS, home, {
  DATABASE_URL: postgres.url,
  RELEASES_URL: releasesUrl.href,
  SECRET_KEY: randomBytes(32).toString('hex'),
  SMTP_URL: inbox.url,
  MAIL_FROM: 'Acme <portal@example.com>',
  TRUST_PROXY: 'loopback',
  LOG_LEVEL: 'warn',
  SHUTDOWN_DELAY_SECONDS: '2',
});
const front = await startFront(
  home,
  replicas.map(({ port }) => port),
);
const load = await createLoad(database, front.url);

/** Every second, kills the replica that has run longest; if it is the only ready one, kills another. */
const killReplicas = async () => {
  let kills = 0;
  for (let second = 0; second < SECONDS; second++) {
    const began = Date.now();
    const states = await Promise.all(
      replicas.map(async (replica) => ((await replica.isReady()) ? [replica] : [])),
    );
    const [ready, ...others] = states.flat();
    const next = replicas.find((replica) => replica !== ready || others.length > 0);
    if (next) {
      await next.end('SIGKILL');
      replicas.push(...replicas.splice(replicas.indexOf(next), 1));
      kills += 1;
    }
    await sleep(Math.max(0, 1000 - (Date.now() - began)));
  }
  return `${kills} kills`;
};

const restartReplicas = async () => {
  for (const replica of replicas) {
    await replica.end('SIGTERM');
    await replica.untilReady();
  }
  return `${replicas.length} restarts`;
};

const terminateConnections = async () => {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  let terminated = 0;
  for (let round = 0; round < (SECONDS * 1000) / 400; round++) {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal'`,
    );
    terminated += rowCount ?? 0;
    await sleep(400);
  }
  await client.end();
  return `${terminated} connections`;
};

const stopPostgres = async () => {
  const resume = await postgres.interrupt();
  await sleep(10_000);
  await resume();
  return 'away for 10 s';
};

const sum = (tally: Tally, matches: (key: string) => boolean) =>
  [...tally.statuses].reduce((total, [key, count]) => total + (matches(key) ? count : 0), 0);

interface Scenario {
  what: string;
  fault: () => Promise<string>;
  /** Failures that the fault excuses. */
  excused: RegExp;
  withCodes?: boolean;
}

const scenarios: Record<string, Scenario> = {
  // nginx answers 502 for a POST whose connection broke: it cannot know whether the replica executed it.
  kill: {
    what: 'kill -9 of a replica each second',
    fault: killReplicas,
    excused: /^POST 502$/,
    withCodes: true,
  },
  roll: { what: 'rolling restart', fault: restartReplicas, excused: /^never$/ },
  terminate: { what: 'pg_terminate_backend each 400 ms', fault: terminateConnections, excused: / 503$/ },
  stop: { what: 'PostgreSQL stopped', fault: stopPostgres, excused: / 503$/ },
};

/** Mails of one code have one Message-ID. */
const mailsOf = (addresses: readonly string[]) => {
  const mails = inbox.received.filter(({ recipients }) =>
    addresses.some((address) => recipients.includes(address)),
  );
  const ids = new Set(mails.map(({ mail }) => mail.messageId));
  return { mails: mails.length, messages: ids.size };
};

const untilEveryMail = async (addresses: readonly string[]) => {
  // A message that a killed replica leased is due again when its lease ends, after a minute.
  const deadline = Date.now() + 120_000;
  const isThere = (address: string) => inbox.received.some(({ recipients }) => recipients.includes(address));
  while (!addresses.every(isThere) && Date.now() < deadline) await sleep(200);
  return addresses.filter((address) => !isThere(address)).length;
};

const untilRecovered = async () => {
  const began = Date.now();
  await Promise.all(replicas.map((replica: Replica) => replica.untilReady()));
  return Date.now() - began;
};

const run = async ({ what, fault, excused, withCodes = false }: Scenario) => {
  const tally = createTally();
  const codes = await createCodeRequests(database, front.url, withCodes ? CODES : 0);
  const endedBefore = replicas.reduce((total, replica) => total + replica.ended(), 0);
  const linesBefore = replicas.reduce((total, replica) => total + replica.lines(), 0);
  const end = new AbortController();
  const running = Promise.all([
    load.run(tally, end.signal),
    codes.run(tally, end.signal, (SECONDS * 1000) / CODES),
  ]);
  await sleep(2_000);
  const detail = await fault();
  const recoveredAfter = await untilRecovered();
  await sleep(2_000);
  end.abort();
  await running;
  await load.look(tally);
  const missing = await untilEveryMail(codes.acknowledged);
  const { mails, messages } = mailsOf(codes.acknowledged);
  const { confirmed, lost, incomplete503 } = tally.result();
  return {
    what: `${what} (${detail})`,
    requests: sum(tally, () => true),
    statuses: [...tally.statuses]
      .sort()
      .map(([key, count]) => `${key}: ${count}`)
      .join(', '),
    failedBeyond: sum(tally, (key) => !/ (200|401)$/.test(key) && !excused.test(key)),
    incomplete503,
    confirmed,
    lost,
    codes: withCodes
      ? `${codes.acknowledged.length} acknowledged, ${missing} missing, ${mails - messages} twice`
      : '–',
    missing,
    ended: replicas.reduce((total, replica) => total + replica.ended(), 0) - endedBefore,
    logLines: replicas.reduce((total, replica) => total + replica.lines(), 0) - linesBefore,
    recovered: `${(recoveredAfter / 1000).toFixed(1)} s`,
  };
};

const asked = process.argv.slice(2);
const results = [];
for (const [name, scenario] of Object.entries(scenarios))
  if (asked.length === 0 || asked.includes(name)) {
    console.log(`${scenario.what} …`);
    const result = await run(scenario);
    console.log(result);
    results.push(result);
  }

console.log(`\n${REPLICAS} replicas, PostgreSQL, ${front.name}`);
console.table(
  Object.fromEntries(
    results.map(
      ({
        what,
        requests,
        confirmed,
        lost,
        failedBeyond,
        incomplete503,
        codes,
        ended,
        logLines,
        recovered,
      }) => [
        what,
        { requests, confirmed, lost, failedBeyond, incomplete503, codes, ended, logLines, recovered },
      ],
    ),
  ),
);

await front.close();
await Promise.all(replicas.map((replica) => replica.stop()));
await inbox.close();
await close();
await postgres.stop();
await rm(home, { recursive: true });
const isBroken = results.some(
  ({ lost, failedBeyond, incomplete503, missing, ended }) =>
    lost + failedBeyond + incomplete503 + missing + ended > 0,
);
process.exitCode = isBroken ? 1 : 0;
