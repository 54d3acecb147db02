import type { Command } from '@commander-js/extra-typings';
import type { ChangeAuthor, Outcome, ReleaseStore } from '@portal/releases';
import { readConfig } from './config';
import type { Io } from './io';
import { openStore } from './store';
import { JSON_OPTION } from './verb';

export const WHO = [
  '--who <name>',
  'the author in the history; default: RELEASED_BY, then your user name',
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

/** The releases to change, and the author of the change. */
export interface Change {
  store: ReleaseStore;
  by: ChangeAuthor;
  /** Nothing is written. */
  dryRun: boolean;
}

/** Opens the releases for a change; a dry run writes nothing. */
export const startChange = async (
  { who, why, dryRun = false }: { who?: string; why?: string; dryRun?: boolean },
  io: Io,
): Promise<Change> => {
  const config = readConfig(io);
  return {
    store: await openStore(config, dryRun),
    by: { who: who ?? config.releasedBy, ...(why && { why }), now: new Date() },
    dryRun,
  };
};

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
