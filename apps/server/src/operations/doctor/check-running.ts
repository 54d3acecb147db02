import { runWork } from '../commands/run';
import type { WorkResult } from '../commands/work';
import { channels } from '../../messages/channels';
import type { Config } from '../../platform/config/config';
import { fix, ok, type Finding, type Findings } from '../../platform/config/finding';
import { connectDatabase } from '../../platform/database/connect';
import { ONE_ADDRESS } from '../../platform/jobs/replicas';

type Running = WorkResult<'database/running'>;

/** A code that waits for longer was delayed. */
const PROMPT_SECONDS = 60;

/** Connections that commands need beside the replicas. */
const FOR_COMMANDS = 5;

const messageFindings = (depths: Running['depths']): Findings =>
  depths.map(({ channel, status, count, ageSeconds }) => {
    const { noun } = channels[channel];
    if (status === 'dead')
      return fix(
        'dead letters',
        `${count} by ${noun} could not be sent. See \`pnpm portal outbox\`, fix the reason, and retry or delete them.`,
      );
    return (
      status === 'waiting' &&
      ageSeconds > PROMPT_SECONDS &&
      fix(
        'codes',
        `${count} by ${noun} wait, the oldest for ${Math.ceil(ageSeconds / 60)} minutes. The log says why (\`message delayed\`).`,
      )
    );
  });

const replicaFindings = (replicas: Running['replicas']): Findings => {
  const serving = replicas.filter(({ serves }) => serves);
  const addresses = new Map(serving.flatMap(({ address, host }) => (address ? [[address, host]] : [])));
  return [
    ...replicas
      .filter(({ serves }) => !serves)
      .map(({ host }) =>
        fix(
          'replicas',
          `${host} serves nobody, because its SECRET_KEY differs from that of the others. Give all the same key.`,
        ),
      ),
    addresses.size > 1 &&
      fix(
        'replicas',
        `PUBLIC_URL is ${[...addresses].map((one) => one.join(' of ')).join(', and ')}. ${ONE_ADDRESS}`,
      ),
    serving.length > 0 && ok('replicas', `running: ${serving.map(({ host }) => host).join(', ')}`),
  ];
};

/** Behind PgBouncer, which listens at another port, replicas share connections. */
const connectionFinding = (
  { replicas, connections, serverPort }: Running,
  { databaseUrl = '', poolSize }: Config,
): Finding | false => {
  const isDirect = serverPort === null || serverPort === Number(new URL(databaseUrl).port || 5432);
  const needed = replicas.reduce((sum, replica) => sum + replica.poolSize, 0) || poolSize;
  const number = Math.max(1, replicas.length);
  return (
    isDirect &&
    needed + FOR_COMMANDS > connections &&
    fix(
      'connections',
      `DATABASE_POOL_SIZE allows ${number === 1 ? 'a replica' : `${number} replicas`} ${needed}, commands need ${FOR_COMMANDS}, and PostgreSQL has ${connections}. Lower it, or raise max_connections, or the limit of the database or its user.`,
    )
  );
};

/** Checks what the rows of the portal say about how it runs. */
export const checkRunning = async (config: Config): Promise<Findings> => {
  const running = await runWork(config, 'database/running', {}, connectDatabase);
  return [
    ...messageFindings(running.depths),
    ...(config.databaseUrl ? [...replicaFindings(running.replicas), connectionFinding(running, config)] : []),
  ];
};
