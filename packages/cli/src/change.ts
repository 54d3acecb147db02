import type { By, Outcome, ReleaseStore } from '@portal/releases';
import type { ArgsDef } from 'citty';
import { readConfig } from './config';
import { openStore } from './open-store';

/** What every verb takes that changes what is released. */
export const CHANGE_ARGS = {
  who: {
    type: 'string',
    valueHint: 'name',
    description: 'whom the history names; else RELEASED_BY, else your user name',
  },
  why: { type: 'string', valueHint: 'text', description: 'the reason, for the history' },
  'dry-run': { type: 'boolean', default: false, description: 'say what would happen, change nothing' },
  json: { type: 'boolean', default: false, description: 'print one JSON document' },
} as const satisfies ArgsDef;

interface Given {
  who?: string | undefined;
  why?: string | undefined;
  'dry-run': boolean;
}

/** What a change works on, and who makes it. */
export interface Change {
  store: ReleaseStore;
  by: By;
}

/** Opens the releases for a change; on a dry run those that nothing is written to. */
export const startChange = async ({ who, why, 'dry-run': dryRun }: Given): Promise<Change> => {
  const config = readConfig();
  return {
    store: await openStore(config, dryRun),
    by: { who: who ?? config.releasedBy, ...(why && { why }), now: new Date() },
  };
};

/** What became of a change, for programs. */
export const changeData = ({ document, changed, warnings }: Outcome, dryRun: boolean) => ({
  name: document.name,
  changed,
  dryRun,
  live: document.live,
  canary: document.canary,
  previous: document.previous,
  warnings,
});
