import {
  CALLS_AHEAD_EVENT,
  type CallsAhead,
  type EmbedShell,
  type LoadReport,
  type Preload,
} from '@portal/contract';
import { EMBED_ATTRIBUTE, SHELL_EVENT, type MountShell } from '../embedding';
import { scriptUrls, type SetScriptUrl } from '../federation/script-url';
import { arrives, EmbedError } from './embed-answer';
import type { EmbedScript } from './embed-script';

type ShellVersion = EmbedShell['shell'][number];

const valueAt = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value ? Reflect.get(value, key) : undefined;

const isShellVersion = (value: unknown): value is ShellVersion =>
  ['version', 'url', 'integrity'].every((key) => typeof valueAt(value, key) === 'string');

/**
 * The shells in an answer; none if it is invalid. Checked by hand: the contract's schema needs a library, which would
 * be half of `embed.js`.
 */
const shellsIn = (answer: unknown): readonly ShellVersion[] => {
  const shell = valueAt(answer, 'shell');
  return Array.isArray(shell) && shell.length <= 2 && shell.every(isShellVersion) ? shell : [];
};

const isPreload = (value: unknown): value is Preload =>
  ['rel', 'as', 'url'].every((key) => typeof valueAt(value, key) === 'string');

/** The preloads in an answer. They are hints, so invalid ones are skipped. */
const preloadsIn = (answer: unknown): readonly Preload[] => {
  const preloads = valueAt(answer, 'preloads');
  return Array.isArray(preloads) ? preloads.filter(isPreload) : [];
};

const isMountShell = (value: unknown): value is MountShell => typeof value === 'function';

/** The `mount` function in the event of a shell. */
const mountIn = (event: Event): MountShell | undefined => {
  const mount = event instanceof CustomEvent ? valueAt(event.detail, 'mount') : undefined;
  return isMountShell(mount) ? mount : undefined;
};

/** Where a shell comes from, and what its script element needs. */
interface Source {
  portalUrl: string;
  /** The nonce of the page's policy. */
  nonce: string;
  setUrl: SetScriptUrl;
}

/** The script of a shell did not arrive. */
class NotLoaded extends Error {
  constructor(readonly url: string) {
    super(`${url} cannot be loaded.`);
  }
}

/** Runs the script of a shell, which hands over `mount` in an event, and removes the script's element. */
const run = (url: string, integrity: string, { nonce, setUrl }: Source): Promise<MountShell> => {
  const script = document.createElement('script');
  const started = new Promise<MountShell>((resolve, reject) => {
    script.addEventListener(SHELL_EVENT, (event) => {
      const mount = mountIn(event);
      if (mount) resolve(mount);
    });
    script.addEventListener('error', () => reject(new NotLoaded(url)));
    // Dispatched after the script's own event.
    script.addEventListener('load', () => reject(new Error(`${url} is not a shell, or it threw.`)));
  });
  setUrl(script, url);
  script.integrity = integrity;
  script.crossOrigin = 'anonymous';
  script.nonce = nonce;
  script.setAttribute(EMBED_ATTRIBUTE, '');
  document.head.append(script);
  return started.finally(() => script.remove());
};

/** Preloads a file. A later request for it gets the response from the browser. */
const preload = (
  { rel, as, url, integrity }: Preload,
  { portalUrl, nonce }: Omit<Source, 'setUrl'>,
): void => {
  const link = document.createElement('link');
  link.rel = rel;
  link.as = as;
  link.crossOrigin = 'anonymous';
  link.integrity = integrity;
  link.nonce = nonce;
  link.href = new URL(url, portalUrl).href;
  const remove = () => link.remove();
  link.addEventListener('load', remove);
  link.addEventListener('error', remove);
  document.head.append(link);
};

/** Sends the first calls of the screen, as axios will, and hands over the answers to the shell that asks for them. */
const sendAhead = (answer: unknown, portalUrl: string): void => {
  const calls = valueAt(answer, 'calls');
  const ahead: CallsAhead = new Map();
  for (const call of Array.isArray(calls) ? calls.map(String) : [])
    ahead.set(
      portalUrl + call,
      fetch(portalUrl + call, {
        credentials: 'include',
        headers: { Accept: 'application/json, text/plain, */*' },
      }).catch(() => undefined),
    );
  document.addEventListener(
    CALLS_AHEAD_EVENT,
    ({ detail: take }: CustomEventInit<(calls: CallsAhead) => void>) => take?.(ahead),
    { once: true },
  );
};

type Outcome = Pick<LoadReport, 'event' | 'cause' | 'durationMs'>;

const report = (portalUrl: string, version: string, outcome: Outcome): void => {
  const body: LoadReport = { remote: 'shell', version, ...outcome };
  // JSON requires CORS, whose Origin header doesn't depend on the page's Referrer-Policy.
  const json = new Blob([JSON.stringify(body)], { type: 'application/json' });
  navigator.sendBeacon?.(`${portalUrl}/telemetry`, json);
};

/** Starts the first version that works, and reports the outcome of each, as the portal's own page does. */
const startFirst = async (
  source: Source,
  [first, ...others]: readonly ShellVersion[],
): Promise<MountShell> => {
  if (!first) throw new Error('No shell is published.');
  const { version, url, integrity } = first;
  const { portalUrl } = source;
  const since = performance.now();
  const reportOutcome = (outcome: Omit<Outcome, 'durationMs'>) =>
    report(portalUrl, version, { ...outcome, durationMs: performance.now() - since });
  try {
    const mount = await run(new URL(url, portalUrl).href, integrity, source);
    reportOutcome({ event: 'shown' });
    return mount;
  } catch (error) {
    reportOutcome({ event: others.length > 0 ? 'fell-back' : 'gave-up', cause: 'entry' });
    if (others.length === 0) throw error;
    return startFirst(source, others);
  }
};

/** Diagnoses why no shell started, because browsers don't say why a script failed. */
const startError = async (cause: unknown): Promise<EmbedError> => {
  if (!(cause instanceof NotLoaded))
    return new EmbedError(
      'The portal could not be started, because its script does not work in this page.',
      'Its error is on the console. Does another script of this page replace or freeze functions of the browser, or is an element named "currentScript"?',
      { cause, isFinal: true },
    );
  return (await arrives(cause.url))
    ? new EmbedError(
        'The portal could not be started, because this browser refused its script.',
        `${cause.url} answers, but did not run: something on its way has changed it, or an extension blocks it.`,
        { cause },
      )
    : new EmbedError(
        'The portal could not be started. Check your connection and try again.',
        `${cause.url} does not answer.`,
        { cause },
      );
};

/** Loads a portal's shell, once per page. */
export interface ShellLoader {
  /** Preloads the shell that is most likely live, before `embed.json` answers. */
  askAhead: () => void;
  /**
   * Loads the shell into the page, preloads the files of its first screen, and sends its first calls.
   * @param answer the JSON of `GET /embed.json`
   * @param isKnown whether no ticket changes the customer; with a ticket, the answers could be another customer's
   * @throws EmbedError when neither the live version nor the fallback starts
   */
  load: (answer: unknown, isKnown: boolean) => Promise<MountShell>;
}

/**
 * Creates the loader of a portal's shell, which all elements of the page share. A second shell, from a later release,
 * would bring another React and another copy of every remote.
 */
const shellLoader = ({ portalUrl, nonce, likelyShell }: EmbedScript): ShellLoader => {
  let likely = likelyShell;
  let source: Source | undefined;
  let shell: Promise<MountShell> | undefined;
  return {
    askAhead: () => {
      if (likely) preload(likely, { portalUrl, nonce });
      likely = undefined;
    },
    load: (answer, isKnown) => {
      source ??= { portalUrl, nonce, setUrl: scriptUrls([new URL(portalUrl).origin]) };
      if (shell) return shell;
      shell = startFirst(source, shellsIn(answer)).catch(async (cause: unknown) => {
        shell = undefined;
        throw await startError(cause);
      });
      for (const wanted of preloadsIn(answer)) preload(wanted, source);
      if (isKnown) sendAhead(answer, portalUrl);
      return shell;
    },
  };
};

/** Returns a function that finds the loader of a portal by its URL. A page has one loader per portal. */
export const shellLoaders = (script: EmbedScript) => {
  const loaders = new Map<string, ShellLoader>();
  return (portalUrl: string): ShellLoader => {
    const likelyShell = portalUrl === script.portalUrl ? script.likelyShell : undefined;
    const loader = loaders.get(portalUrl) ?? shellLoader({ ...script, portalUrl, likelyShell });
    loaders.set(portalUrl, loader);
    return loader;
  };
};
