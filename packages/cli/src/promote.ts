import type { Outcome } from '@portal/releases';
import { releasesFor } from './releases';
import { changeData, changeVerb, examples, readReference, type AddVerb } from './verb';

/** Says which version is live, which was before, and whether a canary continues. */
export const promotedText = ({ before, document, changed }: Outcome, dryRun: boolean): string => {
  const { name, live, previous, canary, revision } = document;
  const isSigned = before?.revision !== revision;
  if (!changed)
    return `${name}@${live} is already live${isSigned ? `; its release ${dryRun ? 'would be' : 'is'} signed with your key` : ''}`;
  return [
    `${name}@${live} ${dryRun ? 'would be' : 'is'} live`,
    ...(previous === null ? [] : [`previous is ${previous}`]),
    ...(canary === null ? [] : [`the canary ${canary.version} continues at ${canary.percent} %`]),
  ].join('; ');
};

/** The command that reverses a promotion, if there is something to go back to. */
const undoHint = ({ document: { name, previous }, changed }: Outcome, dryRun: boolean): string =>
  changed && !dryRun && previous !== null ? `\nUndo: pnpm portal rollback ${name}` : '';

export const addPromote: AddVerb = (portal, { io, print }) =>
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
      const outcome = await (await releasesFor(options, io)).promote(name, version);
      print({
        data: { version, ...changeData(outcome, dryRun) },
        text: promotedText(outcome, dryRun) + undoHint(outcome, dryRun),
        warnings: outcome.warnings,
      });
    });

export const addRollback: AddVerb = (portal, { io, print }) =>
  void changeVerb(portal, 'rollback')
    .description('Make the version before live again, and end a canary.')
    .argument('<name>', 'a remote, or shell')
    .option('--to <version>', 'any published version; default: the one live before')
    .addHelpText(
      'after',
      examples('rollback orders', 'rollback orders --to 1.4.0 --why "blank page on old phones"'),
    )
    .action(async (name, options) => {
      const { dryRun = false } = options;
      const outcome = await (await releasesFor(options, io)).rollback(name, options.to);
      const { before, document, changed, warnings } = outcome;
      const live = `${name}@${document.live}`;
      const instead = `${live} ${dryRun ? 'would be' : 'is'} live again instead of ${before?.live}`;
      const canary = before?.canary ? `; the canary ${before.canary.version} has ended` : '';
      print({
        data: { version: document.live, ...changeData(outcome, dryRun) },
        text: changed ? `${instead}${canary}` : `${live} is already live`,
        warnings,
      });
    });
