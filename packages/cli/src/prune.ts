import { prune } from '@portal/releases';
import { changeVerb, startChange, type Change } from './change';
import { UsageError } from './failure';
import { readName } from './store';
import { examples, type AddVerb } from './verb';

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

export const addPrune: AddVerb = (portal, { io, print }) =>
  void changeVerb(portal, 'prune')
    .description('Remove old versions; live, canary and previous stay.')
    .argument('[name]', 'a remote, or shell')
    .option('--all', 'the shell and every remote')
    .option(
      '--older-than <days>',
      'the minimum age, since publication and since the version was last live',
      '30',
    )
    .addHelpText('after', examples('prune orders', 'prune --all --older-than 90 --dry-run'))
    .action(async (given, options) => {
      const days = readDays(options.olderThan);
      if (options.all && given) throw new UsageError('Name a remote or --all, not both.');
      const only = options.all ? undefined : readName(given, 'pnpm portal prune orders, or --all');
      // Rehearse first, so that one refusal keeps everything.
      const rehearsed = await pruneEach(await startChange({ ...options, dryRun: true }, io), only, days);
      const { dryRun = false } = options;
      const pruned = dryRun ? rehearsed : await pruneEach(await startChange(options, io), only, days);
      const text = pruned.map((one) => prunedText(one, days, dryRun)).join('\n');
      print({ data: { dryRun, pruned }, text });
    });
