import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import getPort from 'get-port';
import { postgresPool } from '../../apps/server/src/platform/database/postgres';
import { startPostgres } from '../../apps/server/src/testing/postgres-server';
import { PHONES } from '../customers';
import { createLoad, type Send } from '../load';
import { amount, type Measurement, type Row } from '../measurement';
import { prepare, SCRATCH, signIn, startOn, startPortal, type Portal } from '../portal';

/** The promises of docs/run.md, "When the database goes away": an acknowledged write stays, and a failed request was excused. */

const REPLICAS = 3;
const SECONDS = 20;
/** Kills of the embedded database in each round. */
const KILLS = 4;

/** Signs the customers in, one after the other. */
const signAllIn = async (portal: Portal): Promise<string[]> => {
  const sessions: string[] = [];
  for (const phone of Object.values(PHONES)) sessions.push(await signIn(portal, phone));
  return sessions;
};

type Load = ReturnType<typeof createLoad>;

/** The load while something goes wrong, until a moment after. */
const loadDuring = async (load: Load, fault: () => Promise<unknown>): Promise<void> => {
  const end = new AbortController();
  const running = load.run(end.signal);
  await sleep(2_000);
  await fault();
  await sleep(2_000);
  end.abort();
  await running;
  await load.look();
};

const rowsOf = (fault: string, { tally: { statuses, confirmed, lost } }: Load, excused: RegExp): Row[] => {
  const failures = [...statuses].filter(([outcome]) => !outcome.endsWith(' 200') && !excused.test(outcome));
  for (const [outcome, count] of failures) process.stdout.write(`${fault}: ${count} × ${outcome}\n`);
  const failed = failures.reduce((total, [, count]) => total + count, 0);
  return [
    amount({ what: `${fault}: confirmed writes`, ours: [confirmed], goal: { atLeast: 10 } }),
    amount({ what: `${fault}: lost writes`, ours: [lost], goal: { atMost: 0 } }),
    amount({ what: `${fault}: failures without excuse`, ours: [failed], goal: { atMost: 0 } }),
  ];
};

/** Starts a replica that is started again on its port, as orchestrators do. */
const startReplica = async (name: string, environment: Record<string, string>) => {
  const dataDir = join(SCRATCH, name);
  const port = await getPort();
  let portal = await startOn(dataDir, environment, port);
  let isReady = true;
  return {
    portal: () => portal,
    isReady: () => isReady,
    kill: async () => {
      await portal.kill();
      isReady = false;
      portal = await startOn(dataDir, environment, port);
      isReady = true;
    },
  };
};

type Replica = Awaited<ReturnType<typeof startReplica>>;

const isRefused = ({ cause }: Error) =>
  cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';

/** Sends to one ready replica after the other, as a load balancer does: to the next one if nothing reached this one. */
const balance = (replicas: readonly Replica[]): Send => {
  let turn = 0;
  return async (path, init) => {
    turn += 1;
    const inTurn = [...replicas.slice(turn % REPLICAS), ...replicas.slice(0, turn % REPLICAS)];
    for (const replica of inTurn.filter(({ isReady }) => isReady())) {
      const answer = await fetch(replica.portal().url + path, init).catch((error: Error) => error);
      if (answer instanceof Response) return answer;
      // The replica may have executed a POST whose connection broke.
      if (init.method === 'POST' && !isRefused(answer)) return new Response(null, { status: 502 });
    }
    return new Response(null, { status: 504 });
  };
};

const replicated = async (): Promise<Row[]> => {
  const postgres = await startPostgres();
  const environment = {
    DATABASE_URL: postgres.url,
    RELEASES_URL: pathToFileURL(join(SCRATCH, 'replicas-releases')).href,
    SECRET_KEY: '00'.repeat(32),
    SHUTDOWN_DELAY_SECONDS: '0',
  };
  await prepare(join(SCRATCH, 'replica-0'), environment);
  const first = await startReplica('replica-0', environment);
  // Before others start: the code is in the data of the replica that sends it.
  const sessions = await signAllIn(first.portal());
  const others = Array.from({ length: REPLICAS - 1 }, (_, index) =>
    startReplica(`replica-${index + 1}`, environment),
  );
  const replicas = [first, ...(await Promise.all(others))];
  const send = balance(replicas);

  const killReplicas = async () => {
    const until = Date.now() + SECONDS * 1000;
    for (let turn = 0; Date.now() < until; turn += 1) await replicas[turn % REPLICAS]?.kill();
  };
  const endConnections = async () => {
    const pool = postgresPool({ databaseUrl: postgres.url });
    const session = await pool.connect();
    for (let round = 0; round < SECONDS * 2; round += 1) {
      await session.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        [],
      );
      await sleep(500);
    }
    session.release(false);
    await pool.end();
  };
  const stopPostgres = async () => {
    const resume = await postgres.interrupt();
    await sleep(10_000);
    await resume();
  };

  const rows: Row[] = [];
  for (const [name, fault, excused] of [
    ['kill -9 of one replica after the other', killReplicas, /^POST 502$/],
    ['PostgreSQL ends all connections each 0.5 s', endConnections, / 503$/],
    ['PostgreSQL stopped for 10 s', stopPostgres, / 503$/],
  ] as const) {
    const load = createLoad(send, sessions);
    await loadDuring(load, fault);
    rows.push(...rowsOf(name, load, excused));
  }
  // Rejects for a replica that has ended by itself.
  await Promise.all(replicas.map(({ portal }) => portal().stop()));
  await postgres.stop();
  return rows;
};

const embedded = async (rounds: number): Promise<Row[]> => {
  let portal = await startPortal('kills');
  const { url, dataDir } = portal;
  const load = createLoad((path, init) => fetch(url + path, init), await signAllIn(portal));
  const starts: number[] = [];
  for (let kill = 0; kill < rounds * KILLS; kill += 1) {
    const end = new AbortController();
    const running = load.run(end.signal);
    // At another moment of the writes each time.
    await sleep(500 + 37 * kill);
    await portal.kill();
    end.abort();
    await running;
    portal = await startOn(dataDir, {}, Number(new URL(url).port));
    starts.push(portal.startedMs / 1000);
    await load.look();
  }
  await portal.stop();
  return [
    ...rowsOf('kill -9 of the embedded database', load, /no response$/),
    amount({ what: 'start after kill -9', unit: 's', ours: starts, goal: { atMost: 3 } }),
  ];
};

/** Lost writes and failed requests while replicas, connections, and databases end under load. */
export const kills: Measurement = async ({ rounds }) => [
  ...(await replicated()),
  ...(await embedded(rounds)),
];
