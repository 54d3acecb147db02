import { inStorage, type RemoteVersion } from '@portal/contract';
import type { LoadOutcome } from './telemetry';

/*
 * A page that freezes or crashes can't report anything. So a mark names each version that starts in this browser for the
 * first time, until its screen is idle. The next page that finds an old mark reports it, and prefers other versions for a
 * day. It never hides a version: the tab may have ended for any reason (docs/decisions/035-failing-remotes.md).
 */

/** A younger mark may belong to another tab that is starting. */
const STALE_MS = 10_000;
const DAY_MS = 86_400_000;

const REPORTED = ' reported';

const startKey = ({ metadata, extras }: RemoteVersion): string =>
  `portal-start:${extras.descriptor.name}@${metadata.version}`;
const ranKey = ({ extras }: RemoteVersion): string => `portal-ran:${extras.descriptor.name}`;

/** The keys of the marks that this page has set. */
const begun = new Set<string>();

const removeMark = (key: string): void => {
  if (begun.delete(key)) inStorage((storage) => storage.removeItem(key));
};

/** Call it before a version starts. */
export const beginStart = (version: RemoteVersion): void => {
  inStorage((storage) => {
    if (version.extras.local || storage.getItem(ranKey(version)) === version.metadata.version) return;
    storage.setItem(startKey(version), String(Date.now()));
    begun.add(startKey(version));
  });
};

/** Call it when a start fails: the page didn't freeze. */
export const dropStart = (version: RemoteVersion): void => removeMark(startKey(version));

/** Safari has no `requestIdleCallback`. */
const whenIdle = (task: () => void): unknown =>
  'requestIdleCallback' in window ? requestIdleCallback(task) : setTimeout(task, 50);

/** Call it when a screen of a version is on the page: the start ends when the browser is idle. */
export const finishStartSoon = (version: RemoteVersion): unknown =>
  whenIdle(() => {
    if (!begun.has(startKey(version))) return;
    removeMark(startKey(version));
    inStorage((storage) => storage.setItem(ranKey(version), version.metadata.version));
  });

/** Removes the marks of a page that the browser may end without asking: one that is hidden or left. */
export const dropStartsWhenHidden = (): (() => void) => {
  const drop = () => [...begun].forEach(removeMark);
  const events = ['pagehide', 'visibilitychange'];
  for (const event of events) addEventListener(event, drop);
  return () => events.forEach((event) => removeEventListener(event, drop));
};

/** How long ago a start began that did not finish, in milliseconds; undefined if there is none. */
const unfinishedFor = (version: RemoteVersion): number | undefined => {
  const mark = inStorage((storage) => storage.getItem(startKey(version)));
  const age = Date.now() - Number.parseInt(mark ?? '', 10);
  return age > STALE_MS && age < DAY_MS ? age : undefined;
};

/** Marks an unfinished start as reported. @returns whether it was not */
const isNews = (version: RemoteVersion): boolean | undefined =>
  inStorage((storage) => {
    const mark = storage.getItem(startKey(version)) ?? '';
    if (mark.endsWith(REPORTED)) return false;
    storage.setItem(startKey(version), mark + REPORTED);
    return true;
  });

/** Puts versions whose start did not finish behind all others, and reports each of these starts once. */
export const finishedFirst = (
  versions: readonly RemoteVersion[],
  report: (version: RemoteVersion, outcome: LoadOutcome) => void,
): readonly RemoteVersion[] => {
  const aged = versions.map((version) => ({ version, durationMs: unfinishedFor(version) }));
  aged.sort((one, other) => Number(one.durationMs !== undefined) - Number(other.durationMs !== undefined));
  for (const [index, { version, durationMs }] of aged.entries()) {
    const event = index === 0 ? 'retried' : 'fell-back';
    if (durationMs !== undefined && isNews(version))
      report(version, { event, cause: 'unfinished', durationMs });
  }
  return aged.map(({ version }) => version);
};
