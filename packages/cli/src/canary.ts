import { percentSchema } from '@portal/contract';
import { canary, stopCanary, type Outcome } from '@portal/releases';
import type { ArgsDef, ParsedArgs } from 'citty';
import * as v from 'valibot';
import { CHANGE_ARGS, changeData, startChange } from './change';
import { readName, readReference, refuseTypo } from './store';
import { UsageError } from './usage-error';
import { defineVerb } from './verb';

const args = {
  release: {
    type: 'positional',
    required: false,
    description: 'a published version: orders@1.5.0; with --stop only the name',
  },
  percent: { type: 'string', valueHint: '0-100', description: 'the share of visitors who get it' },
  stop: { type: 'boolean', default: false, description: 'end the canary: everybody gets the live version' },
  ...CHANGE_ARGS,
} as const satisfies ArgsDef;

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
const readRequest = (given: ParsedArgs<typeof args>): Share | { name: string } => {
  if (given.stop && given.percent !== undefined) throw new UsageError('Use --percent or --stop, not both.');
  return given.stop
    ? { name: readName(given.release, 'pnpm portal canary orders --stop') }
    : { ...readReference(given.release), percent: readPercent(given.percent) };
};

const stoppedText = ({ before, document, changed }: Outcome, dryRun: boolean): string => {
  const { name, live } = document;
  if (!changed) return `${name} has no canary`;
  return `${name}@${before?.canary?.version} ${dryRun ? 'would no longer be' : 'is no longer'} the canary; everybody gets ${live}`;
};

/** The text for people about a canary that has started. */
export const startedText = (
  { document }: Outcome,
  { name, version, percent }: Share,
  dryRun: boolean,
): string =>
  `${name}@${version} ${dryRun ? 'would be' : 'is'} the canary for ${percent} % of the visitors; the others get ${document.live}`;

export const canaryVerb = defineVerb({
  name: 'canary',
  description: 'Give a share of the visitors another version than the live one.',
  examples: ['canary orders@1.5.0 --percent 10', 'canary orders --stop'],
  args,
  run: async (given, io) => {
    const request = readRequest(given);
    const { store, by } = await startChange(given, io);
    await refuseTypo(store, request.name);
    const dryRun = given['dry-run'];
    const isShare = 'percent' in request;
    const outcome = await (isShare
      ? canary(store, request.name, request, by)
      : stopCanary(store, request.name, by));
    return {
      data: changeData(outcome, dryRun),
      text: isShare ? startedText(outcome, request, dryRun) : stoppedText(outcome, dryRun),
      warnings: outcome.warnings,
    };
  },
});
