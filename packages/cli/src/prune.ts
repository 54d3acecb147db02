import { prune } from '@portal/releases';
import { UsageError } from './failure';
import { openStorage } from './releases';
import { changeVerb, examples, type AddVerb } from './verb';

const readDays = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text);
  throw new UsageError(`--older-than must be a whole number of days, not ${text}.`);
};

type Pruned = { name: string } & Awaited<ReturnType<typeof prune>>;

const prunedText = ({ name, versions, abandoned }: Pruned, days: number, dryRun: boolean): string => {
  const removed = [
    ...(versions.length > 0 ? [versions.join(', ')] : []),
    ...(abandoned.length > 0 ? [`the abandoned upload of ${abandoned.join(', ')}`] : []),
  ].map((what) => `${name}: ${what} ${dryRun ? 'would be' : 'is'} removed`);
  return removed.join('\n') || `${name}: nothing unused is older than ${days} days`;
};

const pruneEach = async (
  { store, by }: Awaited<ReturnType<typeof openStorage>>,
  name: string | undefined,
  olderThan: number,
) => {
  const pruned: Pruned[] = [];
  for (const each of name === undefined ? (await store.names()).sort() : [name])
    pruned.push({ name: each, ...(await prune(store, each, { olderThan }, by)) });
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
    .action(async (name, options) => {
      const days = readDays(options.olderThan);
      if ((name === undefined) !== (options.all === true))
        throw new UsageError('Name a remote, or --all: pnpm portal prune orders');
      // Rehearse first, so that one refusal keeps everything.
      const rehearsed = await pruneEach(await openStorage({ ...options, dryRun: true }, io), name, days);
      const { dryRun = false } = options;
      const pruned = dryRun ? rehearsed : await pruneEach(await openStorage(options, io), name, days);
      const text = pruned.map((one) => prunedText(one, days, dryRun)).join('\n');
      print({ data: { dryRun, pruned }, text });
    });
