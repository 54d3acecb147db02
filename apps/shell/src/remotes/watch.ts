import { LEFT_MARK, PAGE_EVENTS, type LoadCause, type MicroFrontend } from '@portal/contract';
import { undoChanges } from '../federation/built-ins';

/*
 * Code that never returns freezes the page, and a frozen page can't report anything. So a mark in `localStorage` names
 * the version that runs, and is removed once the version has come through: the next page that finds an old mark leaves
 * that version. The portal's own page also has a worker, which reports the version when the beats stop
 * (docs/decisions/094-remotes-that-harm-the-page.md).
 */

const BUSY = 'portal-busy:';

const BEAT_MS = 1000;
/** An older mark is of a page that froze or crashed: a page that is closed removes its mark. */
const SILENT_MS = 5 * BEAT_MS;
/** Beats after a commit, in which the screen's data arrives and is rendered. */
const BEATS_AFTER = 5;
/** How long this browser leaves a version. Limited, because a browser that crashed may have left the mark. */
const LEFT_FOR_MS = 86_400_000;

let watched: MicroFrontend | undefined;
let timer: ReturnType<typeof setInterval> | undefined;
let beatsLeft = 0;
let inspect: ((version: MicroFrontend) => unknown) | undefined;

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

const unmark = (version: MicroFrontend): void => {
  inStorage((storage) => storage.removeItem(BUSY + nameOf(version)));
  emitBeat();
};

const stop = (): void => {
  clearInterval(timer);
  if (watched) unmark(watched);
  watched = undefined;
};

function beat(): void {
  if (!watched) return;
  const version = watched;
  // Browsers may pause the timers of a hidden page.
  if (document.hidden) return unmark(version);
  if (beatsLeft-- < 1) return stop();
  inStorage((storage) => storage.setItem(BUSY + nameOf(version), String(Date.now())));
  emitBeat(version);
  if (beatsLeft < BEATS_AFTER) inspect?.(version);
}

document.addEventListener('visibilitychange', beat);

/**
 * Sets the inspector of versions that have come through. Only for the portal's own page: an embedder's page may change
 * built-ins and styles as it likes.
 */
export const inspectWith = (inspector: typeof inspect): void => void (inspect = inspector);

/** Watches a version, in place of the one before. Call it before code of the version runs. */
export const watch = (version: MicroFrontend): void => {
  if (version.extras.local) return;
  stop();
  watched = version;
  beatsLeft = Infinity;
  timer = setInterval(beat, BEAT_MS);
  beat();
};

/** Resolves when the page's worker hears beats; at once where there is no worker. */
export const listening = (): Promise<unknown> => {
  const detail: Promise<unknown>[] = [];
  document.dispatchEvent(new CustomEvent(PAGE_EVENTS.listening, { detail }));
  return Promise.all(detail);
};

/** Call it when the code of a version has come through, or has failed. */
export const passed = (version: MicroFrontend): void => {
  undoChanges();
  if (watched !== version) return;
  beatsLeft = BEATS_AFTER;
  // Keep nothing in the storage of an embedder's page.
  if (!inspect) stop();
};

/** The causes that recur on each page. */
const LASTING = ['stuck', 'shape', 'render', 'globals'] as const satisfies LoadCause[];

type Lasting = (typeof LASTING)[number];

/** The cause if it would recur on the next page; undefined otherwise. */
export const lasting = (cause: string | undefined): Lasting | undefined =>
  LASTING.find((one) => one === cause);

/**
 * Marks a version as left, from the next page on. Does nothing in an embedder's page, whose storage is not the
 * portal's.
 */
export const leave = (version: MicroFrontend, cause: Lasting): void => {
  if (inspect) inStorage((storage) => storage.setItem(LEFT_MARK + nameOf(version), `${Date.now()} ${cause}`));
};

const forgiven = new Set<string>();

/** Lets all versions of a remote run in this page, because the customer pressed "Try again". */
export const forgive = (remote: string): void => void forgiven.add(remote);

/** How long ago a version was marked, in milliseconds, and why. */
const markOf = (kind: string, version: MicroFrontend): [age: number, cause: string | undefined] => {
  const [time, cause] = inStorage((storage) => storage.getItem(kind + nameOf(version)))?.split(' ') ?? [];
  return [Date.now() - Number(time ?? 0), cause];
};

/** Why this browser leaves a version; undefined if it doesn't. */
export const faultOf = (version: MicroFrontend): 'freeze' | Lasting | undefined => {
  if (forgiven.has(version.extras.descriptor.name)) return undefined;
  const [busy] = markOf(BUSY, version);
  // A younger mark may belong to another tab that is starting.
  if (busy >= SILENT_MS && busy < LEFT_FOR_MS) return 'freeze';
  const [left, cause] = markOf(LEFT_MARK, version);
  return left < LEFT_FOR_MS ? (lasting(cause) ?? 'globals') : undefined;
};
