import { percentSchema } from '@portal/contract';
import { canary, stopCanary, type Outcome } from '@portal/releases';
import { defineCommand, type ArgsDef, type ParsedArgs } from 'citty';
import * as v from 'valibot';
import { CHANGE_ARGS, changeData, startChange } from './change';
import { refuseUnknown } from './refuse-unknown';
import { readName, readReference } from './release-reference';
import { report } from './report';
import { UsageError } from './usage-error';

const args = {
  release: {
    type: 'positional',
    required: false,
    description: 'a published version, such as orders@1.5.0; with --stop the name alone',
  },
  percent: { type: 'string', valueHint: '0-100', description: 'the share of the visitors who get it' },
  stop: { type: 'boolean', default: false, description: 'end it: everybody gets the live version' },
  ...CHANGE_ARGS,
} as const satisfies ArgsDef;

const readPercent = (text: string | undefined): number => {
  if (text === undefined) throw new UsageError('Say how many visitors get it: --percent 10');
  const percent = v.safeParse(percentSchema, /^\d+$/.test(text) ? Number(text) : NaN);
  if (percent.success) return percent.output;
  throw new UsageError(`--percent is a whole number from 0 to 100, not ${text}.`);
};

interface Share {
  name: string;
  version: string;
  percent: number;
}

/** What was asked for: a share for a version, or the end of a canary. */
const readRequest = (given: ParsedArgs<typeof args>): Share | { name: string } => {
  if (given.stop && given.percent !== undefined) throw new UsageError('Use --percent or --stop, not both.');
  return given.stop
    ? { name: readName(given.release, 'pnpm portal canary orders --stop') }
    : { ...readReference(given.release), percent: readPercent(given.percent) };
};

const stoppedText = ({ before, document, changed }: Outcome, dryRun: boolean): string => {
  const { name, live } = document;
  if (!changed) return `${name} has no canary`;
  return `${name}@${before?.canary?.version} ${dryRun ? 'would be' : 'is'} the canary no longer; everybody gets ${live}`;
};

const startedText = ({ document }: Outcome, { name, version, percent }: Share, dryRun: boolean): string =>
  `${name}@${version} ${dryRun ? 'would be' : 'is'} the canary for ${percent} % of the visitors; the others get ${document.live}`;

/** `portal canary NAME@VERSION --percent N`, `portal canary NAME --stop`: gives some visitors another version. */
export const canaryCommand = defineCommand({
  meta: { name: 'canary', description: 'Give a share of the visitors another version than the live one.' },
  args,
  run: async ({ args: given }) => {
    refuseUnknown(given, args);
    const request = readRequest(given);
    const { store, by } = await startChange(given);
    const dryRun = given['dry-run'];
    const isShare = 'percent' in request;
    const outcome = await (isShare
      ? canary(store, request.name, request, by)
      : stopCanary(store, request.name, by));
    report(given, {
      data: changeData(outcome, dryRun),
      text: isShare ? startedText(outcome, request, dryRun) : stoppedText(outcome, dryRun),
      warnings: outcome.warnings,
    });
  },
});
