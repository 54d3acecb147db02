import { promote, type Outcome } from '@portal/releases';
import { CHANGE_ARGS, changeData, startChange } from './change';
import { readReference, refuseTypo } from './store';
import { defineVerb } from './verb';

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

export const promoteVerb = defineVerb({
  name: 'promote',
  description: 'Make a published version live.',
  examples: ['promote orders@1.4.0', 'promote orders@1.4.0 --why "faster list" --dry-run'],
  args: {
    release: { type: 'positional', required: false, description: 'a published version: orders@1.4.0' },
    ...CHANGE_ARGS,
  },
  run: async (given, io) => {
    const { name, version } = readReference(given.release);
    const { store, by } = await startChange(given, io);
    await refuseTypo(store, name);
    const outcome = await promote(store, name, version, by);
    const dryRun = given['dry-run'];
    return {
      data: { version, ...changeData(outcome, dryRun) },
      text: promotedText(outcome, dryRun) + undoHint(outcome, dryRun),
      warnings: outcome.warnings,
    };
  },
});
