import type { Command } from '@commander-js/extra-typings';
import type { Outcome } from '@portal/releases';
import { readConfig } from './config';
import type { Io } from './io';
import { isPortal, portalReleases } from './portal-releases';
import { storedReleases, type Releases } from './releases';
import { openStore } from './store';
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

interface Given {
  who?: string;
  why?: string;
  dryRun?: boolean;
}

/** Opens the storage of releases for a change; a dry run writes nothing. */
export const openStorage = async ({ who, why, dryRun = false }: Given, io: Io) => {
  const config = readConfig(io);
  return {
    store: await openStore(config, dryRun),
    by: { who: who ?? config.releasedBy, ...(why && { why }), now: new Date() },
  };
};

/** The releases to change. */
export interface Change {
  releases: Releases;
  /** Nothing is written. */
  dryRun: boolean;
}

/** Opens the releases for a change, in their storage or through a portal. */
export const startChange = async (given: Given, io: Io): Promise<Change> => {
  const { why, dryRun = false } = given;
  const config = readConfig(io);
  if (isPortal(config.releasesUrl)) return { releases: portalReleases(config, { why, dryRun }), dryRun };
  const { store, by } = await openStorage(given, io);
  return { releases: storedReleases(store, by), dryRun };
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
