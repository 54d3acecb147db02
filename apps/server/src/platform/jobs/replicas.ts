import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config';
import type { Portal } from '../crypto/keys';
import { DatabaseUnavailableError } from '../database/faults';
import { replicaStore } from './replica-store';
import { startWorker } from './worker';

const EVERY_MS = 5_000;

const DIFFERS =
  'SECRET_KEY differs from that of the replicas that serve customers: each would refuse the codes and forms of the other. Give all the same key, or replace it by the steps of docs/deploy.md.';

/** What several addresses do, and mends them. */
export const ONE_ADDRESS =
  'Messages lead customers to either. Give all replicas one PUBLIC_URL, or another portal a database of its own.';

interface Joining extends Pick<Portal, 'database' | 'keys'> {
  config: Pick<Config, 'baseUrl' | 'port' | 'poolSize'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** Joins the replicas on PostgreSQL, and confirms it until it leaves. */
export const joinReplicas = ({ database, config, keys, log }: Joining) => {
  const store = replicaStore(database);
  const own = {
    id: randomUUID(),
    host: `${hostname()}:${config.port}`,
    address: config.baseUrl,
    prints: keys.replicas.hashes('replica'),
    pool_size: config.poolSize,
  };
  let problem: string | undefined;
  let otherAddresses = '';
  let join = () => {};
  const joined = new Promise<void>((resolve) => (join = resolve));

  /** Replicas with another address go on: while PUBLIC_URL is changed, they have either for a while. */
  const compareAddresses = async () => {
    const serving = (await store.list()).filter((one) => one.serves);
    const others = serving.map(({ address }) => address).filter((one) => one && one !== own.address);
    const found = [...new Set(others)].join(', ');
    if (found === otherAddresses) return;
    otherAddresses = found;
    log.warn(
      found === ''
        ? 'all replicas have one PUBLIC_URL again'
        : `PUBLIC_URL differs from ${found} of other replicas on this database. ${ONE_ADDRESS}`,
    );
  };

  const confirm = async () => {
    const serves = await store.confirm(own);
    if (!serves && problem === undefined) log.error(`not ready: ${DIFFERS}`);
    if (serves && problem !== undefined)
      log.warn('ready: no replica with another SECRET_KEY serves any more');
    problem = serves ? undefined : DIFFERS;
    if (serves) join();
    await compareAddresses();
  };
  const onError = (err: unknown) => {
    // The app logs an outage of the database.
    if (!(err instanceof DatabaseUnavailableError))
      log.error({ err }, 'cannot confirm that this replica runs');
  };
  const worker = startWorker({ run: confirm, everyMs: EVERY_MS, onError });
  return {
    /** Resolves once it may serve customers. */
    joined,
    /** Why it must not serve customers. */
    problem: () => problem,
    leave: async () => {
      await worker.stop();
      // Without a database, it ends by itself.
      await store.remove(own.id).catch(() => undefined);
    },
  };
};
