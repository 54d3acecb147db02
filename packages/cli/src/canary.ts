import { percentSchema } from '@portal/contract';
import type { Outcome } from '@portal/releases';
import * as v from 'valibot';
import { UsageError } from './failure';
import { releasesFor } from './releases';
import { changeData, changeVerb, examples, readReference, type AddVerb } from './verb';

/** @throws UsageError for anything but a share in percent */
export const readPercent = (text: string | undefined, option = '--percent'): number => {
  if (text === undefined) throw new UsageError(`Add the share of visitors: ${option} 10`);
  const percent = v.safeParse(percentSchema, /^\d+$/.test(text) ? Number(text) : NaN);
  if (percent.success) return percent.output;
  throw new UsageError(`${option} must be a whole number from 0 to 100, not ${text}.`);
};

const stoppedText = ({ before, document, changed }: Outcome, dryRun: boolean): string => {
  const { name, live } = document;
  if (!changed) return `${name} has no canary`;
  return `${name}@${before?.canary?.version} ${dryRun ? 'would no longer be' : 'is no longer'} the canary; everybody gets ${live}`;
};

/** The text for people about a canary that has started. */
export const startedText = ({ document }: Outcome, dryRun: boolean): string =>
  `${document.name}@${document.canary?.version} ${dryRun ? 'would be' : 'is'} the canary for ${document.canary?.percent} % of the visitors; the others get ${document.live}`;

export const addCanary: AddVerb = (portal, { io, print }) =>
  void changeVerb(portal, 'canary')
    .description('Give a share of the visitors another version than the live one.')
    .argument('<release>', 'a published version: orders@1.5.0; with --stop only the name')
    .option('--percent <0-100>', 'the share of visitors who get it')
    .option('--stop', 'end the canary: everybody gets the live version')
    .addHelpText('after', examples('canary orders@1.5.0 --percent 10', 'canary orders --stop'))
    .action(async (release, options) => {
      const { stop, percent, dryRun = false } = options;
      if (stop && percent !== undefined) throw new UsageError('Use --percent or --stop, not both.');
      const share = stop ? undefined : { ...readReference(release), percent: readPercent(percent) };
      const releases = await releasesFor(options, io);
      const outcome = await (share ? releases.canary(share.name, share) : releases.stopCanary(release));
      const text = share ? startedText(outcome, dryRun) : stoppedText(outcome, dryRun);
      print({ data: changeData(outcome, dryRun), text, warnings: outcome.warnings });
    });
