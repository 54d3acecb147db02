import { percentSchema } from '@portal/contract';
import { canary, stopCanary, type Outcome } from '@portal/releases';
import * as v from 'valibot';
import { changeData, changeVerb, startChange } from './change';
import { UsageError } from './failure';
import { readName, readReference } from './store';
import { examples, type AddVerb } from './verb';

/** @throws UsageError for anything but a share in percent */
export const readPercent = (text: string | undefined, option = '--percent'): number => {
  if (text === undefined) throw new UsageError(`Add the share of visitors: ${option} 10`);
  const percent = v.safeParse(percentSchema, /^\d+$/.test(text) ? Number(text) : NaN);
  if (percent.success) return percent.output;
  throw new UsageError(`${option} must be a whole number from 0 to 100, not ${text}.`);
};

interface Share {
  name: string;
  version: string;
  percent: number;
}

/** Returns the share for a version, or only the name of the remote whose canary ends. */
const readRequest = (
  release: string | undefined,
  { stop, percent }: { stop?: boolean; percent?: string },
): Share | { name: string } => {
  if (stop && percent !== undefined) throw new UsageError('Use --percent or --stop, not both.');
  return stop
    ? { name: readName(release, 'pnpm portal canary orders --stop') }
    : { ...readReference(release), percent: readPercent(percent) };
};

const stoppedText = ({ before, document, changed }: Outcome, dryRun: boolean): string => {
  const { name, live } = document;
  if (!changed) return `${name} has no canary`;
  return `${name}@${before?.canary?.version} ${dryRun ? 'would no longer be' : 'is no longer'} the canary; everybody gets ${live}`;
};

/** The text for people about a canary that has started. */
export const startedText = ({ document }: Outcome, share: Share, dryRun: boolean): string =>
  `${share.name}@${share.version} ${dryRun ? 'would be' : 'is'} the canary for ${share.percent} % of the visitors; the others get ${document.live}`;

export const addCanary: AddVerb = (portal, { io, print }) =>
  void changeVerb(portal, 'canary')
    .description('Give a share of the visitors another version than the live one.')
    .argument('[release]', 'a published version: orders@1.5.0; with --stop only the name')
    .option('--percent <0-100>', 'the share of visitors who get it')
    .option('--stop', 'end the canary: everybody gets the live version')
    .addHelpText('after', examples('canary orders@1.5.0 --percent 10', 'canary orders --stop'))
    .action(async (release, options) => {
      const request = readRequest(release, options);
      const { store, by, dryRun } = await startChange(options, io);
      const isShare = 'percent' in request;
      const outcome = await (isShare
        ? canary(store, request.name, request, by)
        : stopCanary(store, request.name, by));
      const text = isShare ? startedText(outcome, request, dryRun) : stoppedText(outcome, dryRun);
      print({ data: changeData(outcome, dryRun), text, warnings: outcome.warnings });
    });
