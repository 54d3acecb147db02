import type { Command } from '@commander-js/extra-typings';
import type { Outcome } from '@portal/releases';
import { JSON_OPTION } from './verb';

export const WHO = [
  '--who <name>',
  'the author in the history; default: RELEASED_BY, then your user name. Through a portal: the team of the token',
] as const;
export const WHY = ['--why <text>', 'the reason, for the history'] as const;
export const DRY_RUN = ['--dry-run', 'say what would happen, change nothing'] as const;

/** Starts a verb that changes releases, with the options that all of them have. */
export const changeVerb = (portal: Command, name: string) =>
  portal
    .command(name)
    .option(...WHO)
    .option(...WHY)
    .option(...DRY_RUN)
    .option(...JSON_OPTION);

/** A change, as JSON. */
export const changeData = ({ document, changed, warnings }: Outcome, dryRun: boolean) => ({
  name: document.name,
  changed,
  dryRun,
  live: document.live,
  canary: document.canary,
  previous: document.previous,
  warnings,
});
