import * as v from 'valibot';
import { runOperatorCommand } from './operator';
import { UsageError } from '../failure';
import type { Io } from '../io';
import { examples, JSON_OPTION, type AddVerb } from '../verb';

const listSchema = v.object({
  depth: v.array(
    v.object({ channel: v.string(), status: v.string(), count: v.number(), oldestSeconds: v.number() }),
  ),
  dead: v.array(
    v.object({
      id: v.string(),
      channel: v.string(),
      kind: v.string(),
      address: v.nullable(v.string()),
      reason: v.nullable(v.string()),
      ageSeconds: v.number(),
    }),
  ),
});

const left = v.array(v.object({ id: v.string(), reason: v.string() }));
const retrySchema = v.object({ retried: v.array(v.string()), left });
const deleteSchema = v.object({ deleted: v.array(v.string()), left });

const columns = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

const UNITS = [
  { seconds: 86_400, unit: 'd' },
  { seconds: 3600, unit: 'h' },
  { seconds: 60, unit: 'min' },
];

/** 90 → "1 min" */
const ageText = (age: number): string => {
  const { seconds, unit } = UNITS.find((one) => age >= one.seconds) ?? { seconds: 1, unit: 's' };
  return `${Math.floor(age / seconds)} ${unit}`;
};

const listText = ({ depth, dead }: v.InferOutput<typeof listSchema>): string => {
  if (depth.length === 0) return 'The outbox is empty.';
  const total = depth.filter(({ status }) => status === 'dead').reduce((sum, { count }) => sum + count, 0);
  const parts = [
    columns([
      ['CHANNEL', 'STATUS', 'MESSAGES', 'OLDEST'],
      ...depth.map(({ channel, status, count, oldestSeconds }) => [
        channel,
        status,
        String(count),
        ageText(oldestSeconds),
      ]),
    ]),
    ...(dead.length > 0
      ? [
          columns([
            ['DEAD LETTER', 'CHANNEL', 'KIND', 'TO', 'AGE', 'REASON'],
            ...dead.map(({ id, channel, kind, address, ageSeconds, reason }) => [
              id,
              channel,
              kind,
              address ?? '–',
              ageText(ageSeconds),
              reason ?? '–',
            ]),
          ]),
        ]
      : []),
    ...(total > dead.length ? [`and ${total - dead.length} older dead letters`] : []),
  ];
  return parts.join('\n\n');
};

const counted = (count: number): string => `${count} dead letter${count === 1 ? '' : 's'}`;

/** Counts the changed letters, and by reason those left unchanged. */
const changeText = (done: string, count: number, others: v.InferOutput<typeof left>): string => {
  const reasons = [...new Set(others.map(({ reason }) => reason))];
  return [
    `${counted(count)} ${done}`,
    ...reasons.map((reason) => {
      const ids = others.filter((one) => one.reason === reason).map(({ id }) => id);
      return `${counted(ids.length)} left: ${reason}${ids.length <= 3 ? ` (${ids.join(', ')})` : ''}`;
    }),
  ].join('\n');
};

interface Change {
  action: 'retry' | 'delete';
  ids: readonly string[];
  all: boolean;
}

const change = async ({ action, ids, all }: Change, io: Io) => {
  if (all === ids.length > 0)
    throw new UsageError(
      `Name dead letters, or --all: pnpm portal outbox ${action} ID, or pnpm portal outbox ${action} --all`,
    );
  const request = { command: `outbox/${action}`, parameters: all ? {} : { ids } };
  const report = await (action === 'retry'
    ? runOperatorCommand(
        request,
        {
          schema: retrySchema,
          text: ({ retried, left: others }) => changeText('queued again', retried.length, others),
        },
        io,
      )
    : runOperatorCommand(
        request,
        {
          schema: deleteSchema,
          text: ({ deleted, left: others }) => changeText('deleted', deleted.length, others),
        },
        io,
      ));
  // A named letter that is left unchanged is a failure; --all covers only letters that can be changed.
  const isIncomplete = !all && v.parse(v.object({ left }), report.data).left.length > 0;
  return { ...report, ...(isIncomplete && { exitCode: 1 as const }) };
};

export const addOutbox: AddVerb = (portal, { io, print }) => {
  const outbox = portal
    .command('outbox')
    .description('List messages by channel and status; retry or delete dead letters.')
    .addHelpText(
      'after',
      examples(
        'outbox',
        'outbox retry --all',
        'outbox delete 6f1c2a52-8f0e-4f6e-9a77-0a1b2c3d4e5f',
        'outbox list --json',
      ),
    );
  outbox
    .command('list', { isDefault: true })
    .description('List messages by channel and status, and the dead letters.')
    .option(...JSON_OPTION)
    .action(async () =>
      print(
        await runOperatorCommand(
          { command: 'outbox/list', parameters: {} },
          { schema: listSchema, text: listText },
          io,
        ),
      ),
    );
  for (const action of ['retry', 'delete'] as const)
    outbox
      .command(action)
      .description(
        `${action === 'retry' ? 'Queue dead letters again' : 'Delete dead letters'}, by ID or all.`,
      )
      .argument('[id...]', 'dead letters')
      .option('--all', 'every dead letter')
      .option(...JSON_OPTION)
      .action(async (ids, { all = false }) => print(await change({ action, ids, all }, io)));
};
