import { prune } from '@portal/releases';
import { CHANGE_ARGS, startChange, type Change } from './change';
import { readName, refuseTypo } from './store';
import { UsageError } from './usage-error';
import { defineVerb } from './verb';

const readDays = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageError(`--older-than must be a whole number of days, not ${text}.`);
};

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
      ? [`${name}: the abandoned upload of ${abandoned.join(', ')} ${be} removed`]
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

export const pruneVerb = defineVerb({
  name: 'prune',
  description: 'Remove old versions; live, canary and previous stay.',
  examples: ['prune orders', 'prune --all --older-than 90 --dry-run'],
  args: {
    name: { type: 'positional', required: false, description: 'a remote, or shell' },
    all: { type: 'boolean', default: false, description: 'the shell and every remote' },
    'older-than': {
      type: 'string',
      default: '30',
      valueHint: 'days',
      description: 'the minimum age, since publication and since the version was last live',
    },
    ...CHANGE_ARGS,
  },
  run: async (given, io) => {
    const days = readDays(given['older-than']);
    if (given.all && given.name) throw new UsageError('Name a remote or --all, not both.');
    const only = given.all ? undefined : readName(given.name, 'pnpm portal prune orders, or --all');
    // Rehearse first, so that one refusal keeps everything.
    const rehearsal = await startChange({ ...given, 'dry-run': true }, io);
    if (only !== undefined) await refuseTypo(rehearsal.store, only);
    const rehearsed = await pruneEach(rehearsal, only, days);
    const dryRun = given['dry-run'];
    const pruned = dryRun ? rehearsed : await pruneEach(await startChange(given, io), only, days);
    return {
      data: { dryRun, pruned },
      text: pruned.map((one) => prunedText(one, days, dryRun)).join('\n'),
    };
  },
});
