import { changeData, changeVerb } from './change';
import { openReleases } from './releases';
import { examples, type AddVerb } from './verb';

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
      const outcome = await (await openReleases(options, io)).rollback(name, options.to);
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
