import { rollback } from '@portal/releases';
import { defineCommand, type ArgsDef } from 'citty';
import { CHANGE_ARGS, changeData, startChange } from './change';
import { refuseUnknown } from './refuse-unknown';
import { readName } from './release-reference';
import { report } from './report';

const args = {
  name: { type: 'positional', required: false, description: 'a remote, or shell' },
  to: {
    type: 'string',
    valueHint: 'version',
    description: 'any published version; else the one live before',
  },
  ...CHANGE_ARGS,
} as const satisfies ArgsDef;

/** `portal rollback NAME [--to VERSION]`: makes what was live before live again, and ends a canary. */
export const rollbackCommand = defineCommand({
  meta: { name: 'rollback', description: 'Make what was live before live again; ends a canary.' },
  args,
  run: async ({ args: given }) => {
    refuseUnknown(given, args);
    const name = readName(given.name, 'pnpm portal rollback orders --to 1.4.0');
    const { store, by } = await startChange(given);
    const outcome = await rollback(store, name, given.to, by);
    const { before, document, changed, warnings } = outcome;
    const live = `${name}@${document.live}`;
    const instead = `${live} ${given['dry-run'] ? 'would be' : 'is'} live again instead of ${before?.live}`;
    const canary = before?.canary ? `; the canary ${before.canary.version} is over` : '';
    report(given, {
      data: { version: document.live, ...changeData(outcome, given['dry-run']) },
      text: changed ? `${instead}${canary}` : `${live} is live already`,
      warnings,
    });
  },
});
