import { LEFT_MARK, PAGE_EVENTS, type LoadCause, type MicroFrontend } from '@portal/contract';
import { undoChanges } from '../federation/built-ins';

/*
 * Code that never returns freezes the page, and a frozen page can tell nobody. So a mark in the browser's storage says
 * which version runs, and goes once it has come through: the next page that finds an old one leaves the version. The
 * portal's own page has a worker, too, which reports the version when the beats stop (decision 094).
 */

const BUSY = 'portal-busy:';

const BEAT_MS = 1000;
/** A page that was silent for longer is frozen or gone: it takes off the mark when it is left. */
const SILENT_MS = 5 * BEAT_MS;
/** Beats after a commit, in which the screen's data arrives and is rendered. */
const BEATS_AFTER = 5;
/** Nobody is kept from a version for longer: the mark may be of a browser that crashed. */
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

/** Tells the page's worker which version runs, if any does. */
const tell = (version?: MicroFrontend): void => {
  const detail = version && { remote: version.extras.descriptor.name, version: version.metadata.version };
  document.dispatchEvent(new CustomEvent(PAGE_EVENTS.beat, { detail }));
};

const unmark = (version: MicroFrontend): void => {
  inStorage((storage) => storage.removeItem(BUSY + nameOf(version)));
  tell();
};

const stop = (): void => {
  clearInterval(timer);
  if (watched) unmark(watched);
  watched = undefined;
};

function beat(): void {
  if (!watched) return;
  const version = watched;
  // A hidden page may be silent for as long as the browser likes.
  if (document.hidden) return unmark(version);
  if (beatsLeft-- < 1) return stop();
  inStorage((storage) => storage.setItem(BUSY + nameOf(version), String(Date.now())));
  tell(version);
  if (beatsLeft < BEATS_AFTER) inspect?.(version);
}

document.addEventListener('visibilitychange', beat);

/**
 * Has versions inspected that have come through. Only on the portal's own page: what another site's page has in it is its
 * own matter.
 */
export const inspectWith = (inspector: typeof inspect): void => void (inspect = inspector);

/** Call it before code of a version runs. The last version is watched: its code ran last. */
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
  // Another site's page keeps nothing in its storage.
  if (!inspect) stop();
};

/** What a version does again on each page. */
const LASTING = ['stuck', 'shape', 'render', 'globals'] as const satisfies LoadCause[];

type Lasting = (typeof LASTING)[number];

/** The cause if the version would do so again. */
export const lasting = (cause: string | undefined): Lasting | undefined =>
  LASTING.find((one) => one === cause);

/** Leaves a version, from the next page on, unless the storage is another site's. */
export const leave = (version: MicroFrontend, cause: Lasting): void => {
  if (inspect) inStorage((storage) => storage.setItem(LEFT_MARK + nameOf(version), `${Date.now()} ${cause}`));
};

const forgiven = new Set<string>();

/** The customer tries again: this page leaves no version of a remote. */
export const forgive = (remote: string): void => void forgiven.add(remote);

/** How long ago a version was marked, in milliseconds, and why. */
const markOf = (kind: string, version: MicroFrontend): [age: number, cause: string | undefined] => {
  const [time, cause] = inStorage((storage) => storage.getItem(kind + nameOf(version)))?.split(' ') ?? [];
  return [Date.now() - Number(time ?? 0), cause];
};

/** Why this browser leaves a version, if it does. */
export const faultOf = (version: MicroFrontend): 'freeze' | Lasting | undefined => {
  if (forgiven.has(version.extras.descriptor.name)) return undefined;
  const [busy] = markOf(BUSY, version);
  // A young mark may be that of another tab, which starts at this moment.
  if (busy >= SILENT_MS && busy < LEFT_FOR_MS) return 'freeze';
  const [left, cause] = markOf(LEFT_MARK, version);
  return left < LEFT_FOR_MS ? (lasting(cause) ?? 'globals') : undefined;
};
