import { rollback } from '@portal/releases';
import { CHANGE_ARGS, changeData, startChange } from './change';
import { readName, refuseTypo } from './store';
import { defineVerb } from './verb';

export const rollbackVerb = defineVerb({
  name: 'rollback',
  description: 'Make the version before live again, and end a canary.',
  examples: ['rollback orders', 'rollback orders --to 1.4.0 --why "blank page on old phones"'],
  args: {
    name: { type: 'positional', required: false, description: 'a remote, or shell' },
    to: {
      type: 'string',
      valueHint: 'version',
      description: 'any published version; default: the one live before',
    },
    ...CHANGE_ARGS,
  },
  run: async (given, io) => {
    const name = readName(given.name, 'pnpm portal rollback orders --to 1.4.0');
    const { store, by } = await startChange(given, io);
    await refuseTypo(store, name);
    const outcome = await rollback(store, name, given.to, by);
    const { before, document, changed, warnings } = outcome;
    const live = `${name}@${document.live}`;
    const instead = `${live} ${given['dry-run'] ? 'would be' : 'is'} live again instead of ${before?.live}`;
    const canary = before?.canary ? `; the canary ${before.canary.version} has ended` : '';
    return {
      data: { version: document.live, ...changeData(outcome, given['dry-run']) },
      text: changed ? `${instead}${canary}` : `${live} is already live`,
      warnings,
    };
  },
});
