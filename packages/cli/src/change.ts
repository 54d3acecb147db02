import { Option } from '@commander-js/extra-typings';
import type { ChangeAuthor, Outcome, ReleaseStore } from '@portal/releases';
import { readConfig } from './config';
import type { Io } from './io';
import { openStore } from './store';

/** The options of every verb that changes releases. */
export const WHO = new Option(
  '--who <name>',
  'the author in the history; default: RELEASED_BY, then your user name',
);
export const WHY = new Option('--why <text>', 'the reason, for the history');
export const DRY_RUN = new Option('--dry-run', 'say what would happen, change nothing');

interface ChangeOptions {
  who?: string | undefined;
  why?: string | undefined;
  dryRun?: boolean | undefined;
}

/** The releases to change, and the author of the change. */
export interface Change {
  store: ReleaseStore;
  by: ChangeAuthor;
  /** Nothing is written. */
  dryRun: boolean;
}

/** Opens the releases for a change; a dry run writes nothing. */
export const startChange = async ({ who, why, dryRun = false }: ChangeOptions, io: Io): Promise<Change> => {
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
