import type { ReleaseDocument } from '@portal/contract';
import type { Health } from './health';
import { livesOf, withChange } from './history';

/** The author of what the portal decides by itself. */
const PORTAL = 'the portal';

/** How long a promoted version is on trial. */
const TRIAL_MS = 60 * 60 * 1000;
/** The delay after a trial in which its last reports are still written. */
const LAST_WORD_MS = 60 * 1000;

/** When the live version was promoted; undefined after a rollback, or if no other version was live before. */
const promotedAt = ({ live, previous, history }: ReleaseDocument): string | undefined => {
  const change = history.findLast(({ action }) => action === 'promote' || action === 'rollback');
  if (previous === null || change?.action !== 'promote') return undefined;
  return live !== null && change.versions.includes(live) ? change.at : undefined;
};

/** When the trial of the live version began; undefined unless it was promoted a short while ago. */
export const trialSince = (document: ReleaseDocument, now: Date): string | undefined => {
  const at = promotedAt(document);
  return at !== undefined && now.getTime() - Date.parse(at) < TRIAL_MS ? at : undefined;
};

/** Whether the portal may have decided about the document. */
export const isJudged = (document: ReleaseDocument): boolean =>
  document.canary !== null || promotedAt(document) !== undefined;

/** Whether the portal may decide about the document at any moment. */
export const isUnsteady = (document: ReleaseDocument, now: Date): boolean =>
  document.canary !== null || trialSince(document, new Date(now.getTime() - LAST_WORD_MS)) !== undefined;

/**
 * The document after the portal has taken back a promotion that failed. The servers cannot sign documents, so their
 * decision is in `health.json`; it names the version before and can therefore bring back nothing else.
 */
export const withRollback = (document: ReleaseDocument, health: Health | undefined): ReleaseDocument => {
  const { live, previous } = document;
  const rolledBack = health?.live === live ? health.trial?.rolledBack : undefined;
  if (!rolledBack || health?.trial?.since !== promotedAt(document) || rolledBack.to !== previous)
    return document;
  const { to, at, why } = rolledBack;
  const change = { action: 'rollback' as const, versions: [to] };
  const history = withChange(document.history, change, { who: PORTAL, why, now: new Date(at) });
  return { ...document, live: to, previous: livesOf(history).at(-2) ?? null, canary: null, history };
};

/** The document after the portal has stopped its canary. */
const withStop = (document: ReleaseDocument, health: Health | undefined): ReleaseDocument => {
  const { canary } = document;
  const stopped = health?.canarySince === canary?.since ? health?.stopped : undefined;
  if (!stopped || stopped.version !== canary?.version) return document;
  const { version, at, why } = stopped;
  const change = { action: 'canary' as const, versions: [version] };
  const history = withChange(document.history, change, { who: PORTAL, why, now: new Date(at) });
  return { ...document, canary: null, history };
};

/** The document after everything that the portal has decided; the same one if it has decided nothing. */
export const settled = (document: ReleaseDocument, health: Health | undefined): ReleaseDocument =>
  withRollback(withStop(document, health), health);
