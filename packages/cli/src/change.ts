import type { ChangeAuthor, Outcome, ReleaseStore } from '@portal/releases';
import type { ArgsDef } from 'citty';
import { readConfig } from './config';
import { openStore } from './store';
import { JSON_ARG, type Io } from './verb';

/** The options of every verb that changes releases. */
export const CHANGE_ARGS = {
  who: {
    type: 'string',
    valueHint: 'name',
    description: 'the author in the history; default: RELEASED_BY, then your user name',
  },
  why: { type: 'string', valueHint: 'text', description: 'the reason, for the history' },
  'dry-run': { type: 'boolean', default: false, description: 'say what would happen, change nothing' },
  ...JSON_ARG,
} as const satisfies ArgsDef;

interface ChangeOptions {
  who?: string | undefined;
  why?: string | undefined;
  'dry-run': boolean;
}

/** The releases to change, and the author of the change. */
export interface Change {
  store: ReleaseStore;
  by: ChangeAuthor;
}

/** Opens the releases for a change; a dry run writes nothing. */
export const startChange = async (
  { who, why, 'dry-run': dryRun }: ChangeOptions,
  io: Io,
): Promise<Change> => {
  const config = readConfig(io);
  return {
    store: await openStore(config, dryRun),
    by: { who: who ?? config.releasedBy, ...(why && { why }), now: new Date() },
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
