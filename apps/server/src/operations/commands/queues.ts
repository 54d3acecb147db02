import { UsageError, type Io, type Report } from '@portal/cli';
import { counted, recordText, tableText } from './records';
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

/** What operators retry or delete, and what one of them is called. */
const QUEUES = { outbox: 'dead letter', answers: 'answer' };

/** Names few that are left, and counts many of one reason. */
const changeText = (
  noun: string,
  done: string,
  count: number,
  left: WorkResult<'outbox/retry'>['left'],
): string =>
  [
    `${counted(count, noun)} ${done}`,
    ...[...new Set(left.map(({ reason }) => reason))].map((reason) => {
      const ids = left.filter((one) => one.reason === reason).map(({ id }) => id);
      return `${ids.length > 3 ? counted(ids.length, noun) : ids.join(', ')} left: ${reason}`;
    }),
  ].join('\n');

interface Change {
  queue: keyof typeof QUEUES;
  action: 'retry' | 'delete';
  ids: readonly string[];
  all: boolean;
  /** What waits, in place of what failed. */
  queued: boolean;
}

/** Retries or deletes dead letters, or answers that did not arrive. @throws UsageError unless it gets either ids or all */
export const changeQueue = async ({ queue, action, ids, all, queued }: Change, io: Io): Promise<Report> => {
  if (queued) {
    const data = await runWork(configOf(io), 'outbox/delete', { queued });
    return { data, text: `${counted(data.deleted.length, 'message')} deleted that waited` };
  }
  const noun = QUEUES[queue];
  if (all === ids.length > 0)
    throw new UsageError(
      `Name ${noun}s, or --all: pnpm portal ${queue} ${action} ID, or pnpm portal ${queue} ${action} --all`,
    );
  const data = await runWork(configOf(io), `${queue}/${action}`, all ? {} : { ids });
  const { left } = data;
  const text =
    'retried' in data
      ? changeText(noun, 'queued again', data.retried.length, left)
      : changeText(noun, 'deleted', data.deleted.length, left);
  // One that was named and is left unchanged is a failure; --all covers only those that can be changed.
  return { data, text, ...(!all && left.length > 0 && { exitCode: 1 as const }) };
};

const listAnswers = async (io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'answers/list', {});
  const records = data.map(({ files, ...answer }) =>
    recordText({ ...answer, files: files.map(({ name }) => name) }),
  );
  return { data, text: records.join('\n\n') || 'Every answer has arrived.' };
};

const listMessages = async (io: Io): Promise<Report> => {
  const data = await runWork(configOf(io), 'outbox/list', {});
  return { data, text: listText(data) };
};

/** Shows what waits or failed. */
export const LISTS = { outbox: listMessages, answers: listAnswers };
