import { PAGE_EVENTS, QUARANTINE_MARK, type LoadCause, type MicroFrontend } from '@portal/contract';
import { undoChanges } from '../federation/built-ins';

/*
 * Code that never returns freezes the page, and a frozen page can't report anything. So a mark in `localStorage` names
 * the version that runs, and is removed once the version has come through: the next page that finds an old mark
 * quarantines that version. The portal's own page also has a worker, which reports the version when the beats stop
 * (docs/decisions/094-remotes-that-harm-the-page.md).
 */

const BUSY_MARK = 'portal-busy:';

const BEAT_MS = 1000;
/** An older mark is of a page that froze or crashed: a page that is closed removes its mark. */
const STALE_MS = 5 * BEAT_MS;
/** Beats after a commit, in which the screen's data arrives and is rendered. */
const BEATS_AFTER = 5;
/** How long this browser doesn't run a version. Limited, because a browser that crashed may have left the mark. */
const QUARANTINE_MS = 86_400_000;

let watched: MicroFrontend | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
let remainingBeats = 0;
let inspector: ((version: MicroFrontend) => unknown) | undefined;

const nameOf = ({ metadata, extras }: MicroFrontend): string =>
  `${extras.descriptor.name}@${metadata.version}`;

/** Browsers may forbid storage. */
const inStorage = <Result>(act: (storage: Storage) => Result): Result | undefined => {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
};

/** Emits a beat to the page's worker: the version that runs, or none. */
const emitBeat = (version?: MicroFrontend): void => {
  const detail = version && { remote: version.extras.descriptor.name, version: version.metadata.version };
  document.dispatchEvent(new CustomEvent(PAGE_EVENTS.beat, { detail }));
};

const clearMark = (version: MicroFrontend): void => {
  inStorage((storage) => storage.removeItem(BUSY_MARK + nameOf(version)));
  emitBeat();
};

const stop = (): void => {
  clearInterval(timer);
  if (watched) clearMark(watched);
  watched = undefined;
};

function beat(): void {
  if (!watched) return;
  const version = watched;
  // Browsers may pause the timers of a hidden page.
  if (document.hidden) return clearMark(version);
  if (remainingBeats-- < 1) return stop();
  inStorage((storage) => storage.setItem(BUSY_MARK + nameOf(version), String(Date.now())));
  emitBeat(version);
  if (remainingBeats < BEATS_AFTER) inspector?.(version);
}

document.addEventListener('visibilitychange', beat);

/**
 * Sets the inspector of versions that have come through. Only for the portal's own page: an embedder's page may change
 * built-ins and styles as it likes.
 */
export const setInspector = (newInspector: typeof inspector): void => void (inspector = newInspector);

/** Watches a version, in place of the one before. Call it before code of the version runs. */
export const watch = (version: MicroFrontend): void => {
  if (version.extras.local) return;
  stop();
  watched = version;
  remainingBeats = Infinity;
  timer = setInterval(beat, BEAT_MS);
  beat();
};

/** Resolves when the page's worker receives beats; at once without a worker. */
export const waitForWorker = (): Promise<unknown> => {
  const detail: Promise<unknown>[] = [];
  document.dispatchEvent(new CustomEvent(PAGE_EVENTS.listening, { detail }));
  return Promise.all(detail);
};

/**
 * Ends the watch of a version whose code has come through, or has failed. On the portal's own page, the watch lasts for
 * some more beats.
 */
export const unwatch = (version: MicroFrontend): void => {
  undoChanges();
  if (watched !== version) return;
  remainingBeats = BEATS_AFTER;
  // Keep nothing in the storage of an embedder's page.
  if (!inspector) stop();
};

/** The causes that recur on each page. */
const RECURRING_CAUSES = ['stuck', 'shape', 'render', 'globals'] as const satisfies LoadCause[];

type RecurringCause = (typeof RECURRING_CAUSES)[number];

/** The cause if it would recur on the next page; undefined otherwise. */
export const recurringCause = (cause: string | undefined): RecurringCause | undefined =>
  RECURRING_CAUSES.find((one) => one === cause);

/**
 * Quarantines a version from the next page on. Does nothing in an embedder's page, whose storage is not the portal's.
 */
export const quarantine = (version: MicroFrontend, cause: RecurringCause): void => {
  if (inspector)
    inStorage((storage) => storage.setItem(QUARANTINE_MARK + nameOf(version), `${Date.now()} ${cause}`));
};

const lifted = new Set<string>();

/** Lets all versions of a remote run in this page, because the customer pressed "Try again". */
export const liftQuarantine = (remote: string): void => void lifted.add(remote);

/** How long ago a version was marked, in milliseconds, and why. */
const readMark = (kind: string, version: MicroFrontend): [age: number, cause: string | undefined] => {
  const [time, cause] = inStorage((storage) => storage.getItem(kind + nameOf(version)))?.split(' ') ?? [];
  return [Date.now() - Number(time ?? 0), cause];
};

/** Why this browser doesn't run a version; undefined if it does. */
export const quarantineCause = (version: MicroFrontend): 'freeze' | RecurringCause | undefined => {
  if (lifted.has(version.extras.descriptor.name)) return undefined;
  const [busyAge] = readMark(BUSY_MARK, version);
  // A younger mark may belong to another tab that is starting.
  if (busyAge >= STALE_MS && busyAge < QUARANTINE_MS) return 'freeze';
  const [age, cause] = readMark(QUARANTINE_MARK, version);
  return age < QUARANTINE_MS ? (recurringCause(cause) ?? 'globals') : undefined;
};
