import { UsageError, type Io, type Report } from '@portal/cli';
import { tableText } from './records';
import { configOf } from './operator';
import { runWork } from './run';
import type { WorkResult } from './work';

const listText = ({ depth, dead }: WorkResult<'outbox/list'>): string => {
  if (depth.length === 0) return 'The outbox is empty.';
  const total = depth.filter(({ status }) => status === 'dead').reduce((sum, { count }) => sum + count, 0);
  const parts = [tableText(depth), ...(dead.length > 0 ? [tableText(dead)] : [])];
  return [...parts, ...(total > dead.length ? [`and ${total - dead.length} older dead letters`] : [])].join(
    '\n\n',
  );
};

const counted = (count: number): string => `${count} dead letter${count === 1 ? '' : 's'}`;

/** Names few letters that are left, and counts many of one reason. */
const changeText = (done: string, count: number, left: WorkResult<'outbox/retry'>['left']): string =>
  [
    `${counted(count)} ${done}`,
    ...[...new Set(left.map(({ reason }) => reason))].map((reason) => {
      const ids = left.filter((one) => one.reason === reason).map(({ id }) => id);
      return `${ids.length > 3 ? counted(ids.length) : ids.join(', ')} left: ${reason}`;
    }),
  ].join('\n');

interface Change {
  action: 'retry' | 'delete';
  ids: readonly string[];
  all: boolean;
}

/** Retries or deletes dead letters. @throws UsageError unless it gets either ids or all */
export const changeDeadLetters = async ({ action, ids, all }: Change, io: Io): Promise<Report> => {
  if (all === ids.length > 0)
    throw new UsageError(
      `Name dead letters, or --all: pnpm portal outbox ${action} ID, or pnpm portal outbox ${action} --all`,
    );
  const data = await runWork(configOf(io), `outbox/${action}`, all ? {} : { ids });
  const { left } = data;
  const text =
    'retried' in data
      ? changeText('queued again', data.retried.length, left)
      : changeText('deleted', data.deleted.length, left);
  // A named letter that is left unchanged is a failure; --all covers only letters that can be changed.
  return { data, text, ...(!all && left.length > 0 && { exitCode: 1 as const }) };
};

/** Lists messages by channel and status, and the dead letters. */
export const listMessages = async (io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'outbox/list', {});
  return { data, text: listText(data) };
};
