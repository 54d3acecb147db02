import { promote, type Outcome } from '@portal/releases';
import { defineCommand, type ArgsDef } from 'citty';
import { CHANGE_ARGS, changeData, startChange } from './change';
import { refuseUnknown } from './refuse-unknown';
import { readReference } from './release-reference';
import { report } from './report';

const args = {
  release: { type: 'positional', required: false, description: 'a published version, such as orders@1.4.0' },
  ...CHANGE_ARGS,
} as const satisfies ArgsDef;

/** What was promoted, what was live before, and what goes on beside it. */
export const promotedText = ({ document, changed }: Outcome, dryRun: boolean): string => {
  const { name, live, previous, canary } = document;
  if (!changed) return `${name}@${live} is live already`;
  return [
    `${name}@${live} ${dryRun ? 'would be' : 'is'} live`,
    ...(previous === null ? [] : [`previous is ${previous}`]),
    ...(canary === null ? [] : [`the canary ${canary.version} goes on at ${canary.percent} %`]),
  ].join('; ');
};

/** `portal promote NAME@VERSION`: makes a published version the one that customers get. */
export const promoteCommand = defineCommand({
  meta: { name: 'promote', description: 'Make a published version the one that customers get.' },
  args,
  run: async ({ args: given }) => {
    refuseUnknown(given, args);
    const { name, version } = readReference(given.release);
    const { store, by } = await startChange(given);
    const outcome = await promote(store, name, version, by);
    report(given, {
      data: { version, ...changeData(outcome, given['dry-run']) },
      text: promotedText(outcome, given['dry-run']),
      warnings: outcome.warnings,
    });
  },
});
