import {
  CALLS_AHEAD_EVENT,
  scriptUrls,
  type CallsAhead,
  type EmbedShell,
  type LoadReport,
  type Preload,
} from '@portal/contract';
import * as v from 'valibot';
import { EMBED_ATTRIBUTE, SHELL_EVENT, type MountShell } from './contract';
import { isReachable, EmbedError } from './embed-response';
import type { EmbedScript } from './embed-script';

type ShellVersion = EmbedShell['shell'][number];

const shellEventSchema = v.object({
  detail: v.object({ mount: v.custom<MountShell>((value) => typeof value === 'function') }),
});

/** Where a shell comes from, and what its script element needs. */
interface Source {
  portalUrl: string;
  /** The nonce of the page's policy. */
  nonce: string;
}

/** The script of a shell did not arrive. */
class NotLoaded extends Error {
  constructor(readonly url: string) {
    super(`${url} cannot be loaded.`);
  }
}

/** Runs the script of a shell, which hands over `mount` in an event, and removes the script's element. */
const run = (url: string, integrity: string, { nonce }: Source): Promise<MountShell> => {
  const script = document.createElement('script');
  const started = new Promise<MountShell>((resolve, reject) => {
    script.addEventListener(SHELL_EVENT, (event) => {
      const { success, output } = v.safeParse(shellEventSchema, event);
      if (success) resolve(output.detail.mount);
    });
    script.addEventListener('error', () => reject(new NotLoaded(url)));
    // Dispatched after the script's own event.
    script.addEventListener('load', () => reject(new Error(`${url} is not a shell, or it threw.`)));
  });
  scriptUrls(new URL(url).origin)(script, url);
  script.integrity = integrity;
  script.crossOrigin = 'anonymous';
  script.nonce = nonce;
  script.setAttribute(EMBED_ATTRIBUTE, '');
  document.head.append(script);
  return started.finally(() => script.remove());
};

/** Preloads a file. A later request for it gets the response from the browser. */
const preload = ({ rel, as, url, integrity }: Preload, { portalUrl, nonce }: Source): void => {
  const { href } = new URL(url, portalUrl);
  const attributes = { rel, as, crossOrigin: 'anonymous', integrity, nonce, href };
  const link = Object.assign(document.createElement('link'), attributes);
  const remove = () => link.remove();
  link.addEventListener('load', remove);
  link.addEventListener('error', remove);
  document.head.append(link);
};

/** Sends the first calls of the screen, as axios will, and hands over the responses to the shell that asks for them. */
const sendAhead = (calls: readonly string[], portalUrl: string): void => {
  const headers = { Accept: 'application/json, text/plain, */*' };
  const ahead: CallsAhead = new Map(
    calls.map((call) => [
      portalUrl + call,
      fetch(portalUrl + call, { credentials: 'include', headers }).catch(() => undefined),
    ]),
  );
  document.addEventListener(
    CALLS_AHEAD_EVENT,
    ({ detail: take }: CustomEventInit<(calls: CallsAhead) => void>) => take?.(ahead),
    { once: true },
  );
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
  const report = (outcome: Pick<LoadReport, 'event' | 'cause'>) => {
    const body: LoadReport = { remote: 'shell', version, ...outcome, durationMs: performance.now() - since };
    // JSON requires CORS, whose Origin header doesn't depend on the page's Referrer-Policy.
    const json = new Blob([JSON.stringify(body)], { type: 'application/json' });
    navigator.sendBeacon?.(`${portalUrl}/telemetry`, json);
  };
  try {
    const mount = await run(new URL(url, portalUrl).href, integrity, source);
    report({ event: 'shown' });
    return mount;
  } catch (error) {
    report({ event: others.length > 0 ? 'fell-back' : 'gave-up', cause: 'entry' });
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
  return (await isReachable(cause.url))
    ? new EmbedError(
        'The portal could not be started, because this browser refused its script.',
        `${cause.url} responds, but did not run: something on its way has changed it, or an extension blocks it.`,
        { cause },
      )
    : new EmbedError(
        'The portal could not be started. Check your connection and try again.',
        `${cause.url} does not respond.`,
        { cause },
      );
};

/** Loads the shell of a portal once: a second one would bring another React, and a copy of every remote. */
export const createShellLoader = (script: EmbedScript) => {
  const { nonce } = script;
  let { likelyShell } = script;
  const shells = new Map<string, Promise<MountShell>>();
  return {
    /** Preloads the shell that is most likely live, before `embed.json` responds. */
    preloadLikely: (portalUrl: string): void => {
      if (!likelyShell || portalUrl !== script.portalUrl) return;
      preload(likelyShell, { portalUrl, nonce });
      likelyShell = undefined;
    },
    /** Loads a shell once. @param sendsCalls false with a ticket: the responses could be another customer's */
    load: (
      portalUrl: string,
      { shell, preloads, calls }: EmbedShell,
      sendsCalls: boolean,
    ): Promise<MountShell> => {
      const running = shells.get(portalUrl);
      if (running) return running;
      const source = { portalUrl, nonce };
      const loading = startFirst(source, shell).catch(async (cause: unknown) => {
        shells.delete(portalUrl);
        throw await startError(cause);
      });
      shells.set(portalUrl, loading);
      for (const file of preloads) preload(file, source);
      if (sendsCalls) sendAhead(calls, portalUrl);
      return loading;
    },
  };
};

export type ShellLoader = ReturnType<typeof createShellLoader>;
