import { UsageError, type ChangeOutcome, type Pruned } from '@portal/releases';
import { onReleases } from './releases';
import { changeData, changeOf, changeVerb, examples, readReference, readWhole, type AddVerb } from './verb';

/** Says which version is live, which was before, and whether a canary continues. */
export const promotedText = (
  { name, live, previous, canary, changed }: ChangeOutcome,
  dryRun: boolean,
): string => {
  if (!changed) return `${name}@${live} is already live`;
  return [
    `${name}@${live} ${dryRun ? 'would be' : 'is'} live`,
    ...(previous === null ? [] : [`previous is ${previous}`]),
    ...(canary === null ? [] : [`the canary ${canary.version} continues at ${canary.percent} %`]),
  ].join('; ');
};

/** The command that reverses a promotion, if there is something to go back to. */
const undoHint = ({ name, previous, changed }: ChangeOutcome, dryRun: boolean): string =>
  changed && !dryRun && previous !== null ? `\nUndo: pnpm portal rollback ${name}` : '';

export const addPromote: AddVerb = (portal, context) =>
  void changeVerb(portal, 'promote')
    .description('Make a published version live.')
    .argument('<release>', 'a published version: orders@1.4.0')
    .addHelpText(
      'after',
      examples('promote orders@1.4.0', 'promote orders@1.4.0 --why "faster list" --dry-run'),
    )
    .action(async (release, options) => {
      const { name, version } = readReference(release);
      const { dryRun = false } = options;
      const given = { name, version, ...changeOf(options) };
      const outcome = await onReleases(context, (releases) => releases.promote(given));
      context.print({
        data: { version, ...changeData(outcome, dryRun) },
        text: promotedText(outcome, dryRun) + undoHint(outcome, dryRun),
        warnings: outcome.warnings,
      });
    });

export const addRollback: AddVerb = (portal, context) =>
  void changeVerb(portal, 'rollback')
    .description('Make the version before live again, and end a canary.')
    .argument('<name>', 'a remote, or shell')
    .option('--to <version>', 'any published version; default: the one live before')
    .addHelpText(
      'after',
      examples('rollback orders', 'rollback orders --to 1.4.0 --why "blank page on old phones"'),
    )
    .action(async (name, options) => {
      const { dryRun = false, to } = options;
      const given = { name, ...(to !== undefined && { to }), ...changeOf(options) };
      const outcome = await onReleases(context, (releases) => releases.rollback(given));
      const { before, changed, warnings } = outcome;
      const live = `${name}@${outcome.live}`;
      const instead = `${live} ${dryRun ? 'would be' : 'is'} live again instead of ${before?.live}`;
      const canary = before?.canary ? `; the canary ${before.canary.version} has ended` : '';
      context.print({
        data: { version: outcome.live, ...changeData(outcome, dryRun) },
        text: changed ? `${instead}${canary}` : `${live} is already live`,
        warnings,
      });
    });

/** Says who gets the remote no more, and how it comes back. */
const takenDownText = ({ name, before, changed }: ChangeOutcome, dryRun: boolean): string => {
  const version = before?.live;
  if (!changed) return `${name} is not live`;
  if (dryRun) return `${name}@${version} would be taken down`;
  return `${name}@${version} is taken down: nobody gets ${name} any more\nBring it back: pnpm portal promote ${name}@${version}`;
};

export const addTakeDown: AddVerb = (portal, context) =>
  void changeVerb(portal, 'take-down')
    .description('Take a remote from everybody, with its routes and drawer entries. Its versions stay.')
    .argument('<name>', 'a remote')
    .addHelpText('after', examples('take-down invoices', 'take-down invoices --why "sold" --dry-run'))
    .action(async (name, options) => {
      const { dryRun = false } = options;
      const given = { name, ...changeOf(options) };
      const outcome = await onReleases(context, (releases) => releases['take-down'](given));
      context.print({ data: changeData(outcome, dryRun), text: takenDownText(outcome, dryRun) });
    });

const stoppedText = ({ name, live, before, changed }: ChangeOutcome, dryRun: boolean): string => {
  if (!changed) return `${name} has no canary`;
  return `${name}@${before?.canary?.version} ${dryRun ? 'would no longer be' : 'is no longer'} the canary; everybody gets ${live}`;
};

/** The text for people about a canary that has started. */
export const startedText = ({ name, live, canary }: ChangeOutcome, dryRun: boolean): string =>
  `${name}@${canary?.version} ${dryRun ? 'would be' : 'is'} the canary for ${canary?.percent} % of the visitors; the others get ${live}`;

export const addCanary: AddVerb = (portal, context) =>
  void changeVerb(portal, 'canary')
    .description('Give a share of the visitors another version than the live one.')
    .argument('<release>', 'a published version: orders@1.5.0; with --stop only the name')
    .option('--percent <0-100>', 'the share of visitors who get it')
    .option('--stop', 'end the canary: everybody gets the live version')
    .addHelpText('after', examples('canary orders@1.5.0 --percent 10', 'canary orders --stop'))
    .action(async (release, options) => {
      const { stop, percent, dryRun = false } = options;
      if (stop && percent !== undefined) throw new UsageError('Use --percent or --stop, not both.');
      if (!stop && percent === undefined) throw new UsageError('Add the share of visitors: --percent 10');
      const given =
        percent === undefined
          ? { name: release, stop: true as const }
          : { ...readReference(release), percent: readWhole('--percent', percent, 100) };
      const outcome = await onReleases(context, (releases) =>
        releases.canary({ ...given, ...changeOf(options) }),
      );
      const text = stop ? stoppedText(outcome, dryRun) : startedText(outcome, dryRun);
      context.print({ data: changeData(outcome, dryRun), text, warnings: outcome.warnings });
    });

const prunedText = ({ name, versions, abandoned }: Pruned, days: number, dryRun: boolean): string => {
  const removed = [
    ...(versions.length > 0 ? [versions.join(', ')] : []),
    ...(abandoned.length > 0 ? [`what is left of ${abandoned.join(', ')}`] : []),
  ].map((what) => `${name}: ${what} ${dryRun ? 'would be' : 'is'} removed`);
  return removed.join('\n') || `${name}: nothing unused is older than ${days} days`;
};

export const addPrune: AddVerb = (portal, context) =>
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
      const olderThan = readWhole('--older-than', options.olderThan);
      const { all = false, dryRun = false } = options;
      if ((name === undefined) !== all)
        throw new UsageError('Name a remote, or --all: pnpm portal prune orders');
      const pruned = await onReleases(context, async (releases) => {
        const names = name === undefined ? (await releases.status({})).map((one) => one.name) : [name];
        const done: Pruned[] = [];
        for (const each of names)
          done.push(await releases.prune({ name: each, olderThan, ...changeOf(options) }));
        return done;
      });
      const text = pruned.map((one) => prunedText(one, olderThan, dryRun)).join('\n');
      context.print({ data: { dryRun, pruned }, text });
    });
