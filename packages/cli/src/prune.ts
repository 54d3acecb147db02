import { prune } from '@portal/releases';
import { defineCommand, type ArgsDef } from 'citty';
import { CHANGE_ARGS, startChange, type Change } from './change';
import { refuseUnknown } from './refuse-unknown';
import { readName } from './release-reference';
import { report } from './report';
import { UsageError } from './usage-error';

const args = {
  name: { type: 'positional', required: false, description: 'a remote, or shell' },
  all: { type: 'boolean', default: false, description: 'every remote and the shell' },
  'older-than': {
    type: 'string',
    default: '30',
    valueHint: 'days',
    description: 'the age that a version must have, also since it was last live',
  },
  ...CHANGE_ARGS,
} as const satisfies ArgsDef;

const readDays = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageError(`--older-than is a whole number of days, not ${text}.`);
};

const EXAMPLE = 'pnpm portal prune orders, or --all';

interface Pruned {
  name: string;
  versions: readonly string[];
  abandoned: readonly string[];
}

const prunedText = ({ name, versions, abandoned }: Pruned, days: number, dryRun: boolean): string => {
  const be = dryRun ? 'would be' : 'is';
  const parts = [
    ...(versions.length > 0 ? [`${name}: ${versions.join(', ')} ${be} removed`] : []),
    ...(abandoned.length > 0
      ? [`${name}: the upload of ${abandoned.join(', ')}, which was given up, ${be} removed`]
      : []),
  ];
  return parts.join('\n') || `${name}: nothing unused is older than ${days} days`;
};

const pruneEach = async (
  { store, by }: Change,
  name: string | undefined,
  days: number,
): Promise<Pruned[]> => {
  const pruned: Pruned[] = [];
  for (const each of name === undefined ? (await store.names()).sort() : [name])
    pruned.push({ name: each, ...(await prune(store, each, { olderThan: days }, by)) });
  return pruned;
};

/**
 * `portal prune NAME | --all [--older-than DAYS]`: removes old versions that nobody gets. It is rehearsed first, so
 * that nothing is removed when any of it is refused.
 */
export const pruneCommand = defineCommand({
  meta: { name: 'prune', description: 'Remove old versions; live, canary and previous stay.' },
  args,
  run: async ({ args: given }) => {
    refuseUnknown(given, args);
    const days = readDays(given['older-than']);
    if (given.all && given.name) throw new UsageError(`Name a remote or --all, not both.`);
    const only = given.all ? undefined : readName(given.name, EXAMPLE);
    const rehearsed = await pruneEach(await startChange({ ...given, 'dry-run': true }), only, days);
    const pruned = given['dry-run'] ? rehearsed : await pruneEach(await startChange(given), only, days);
    report(given, {
      data: { dryRun: given['dry-run'], pruned },
      text: pruned.map((one) => prunedText(one, days, given['dry-run'])).join('\n'),
    });
  },
});
