import type { Outcome } from '@portal/releases';
import { changeData, changeVerb } from './change';
import { openReleases } from './releases';
import { readReference } from './store';
import { examples, type AddVerb } from './verb';

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
      const outcome = await (await openReleases(options, io)).promote(name, version);
      print({
        data: { version, ...changeData(outcome, dryRun) },
        text: promotedText(outcome, dryRun) + undoHint(outcome, dryRun),
        warnings: outcome.warnings,
      });
    });
