import type { EmbedShell, LoadReport } from '@portal/contract';
import { EMBED_ATTRIBUTE, SHELL_EVENT, type MountShell } from '../embedding';
import { EmbedError } from './embed-answer';
import type { EmbedScript } from './embed-script';

type ShellVersion = EmbedShell['shell'][number];

const valueAt = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value ? Reflect.get(value, key) : undefined;

const isShellVersion = (value: unknown): value is ShellVersion =>
  ['version', 'url', 'integrity'].every((key) => typeof valueAt(value, key) === 'string');

/**
 * The shells in an answer; none if it has another form. Checked by hand: with the schema of the contract came a library,
 * half of what `embed.js` weighs.
 */
const shellsIn = (answer: unknown): readonly ShellVersion[] => {
  const shell = valueAt(answer, 'shell');
  return Array.isArray(shell) && shell.length <= 2 && shell.every(isShellVersion) ? shell : [];
};

const isMountShell = (value: unknown): value is MountShell => typeof value === 'function';

/** What the shell hands over in its event. */
const mountIn = (event: Event): MountShell | undefined => {
  const mount = event instanceof CustomEvent ? valueAt(event.detail, 'mount') : undefined;
  return isMountShell(mount) ? mount : undefined;
};

/** Runs the script of a shell, which hands over `mount` in an event, and removes the script's element. */
const run = (url: string, integrity: string, nonce: string): Promise<MountShell> => {
  const script = document.createElement('script');
  const started = new Promise<MountShell>((resolve, reject) => {
    script.addEventListener(SHELL_EVENT, (event) => {
      const mount = mountIn(event);
      if (mount) resolve(mount);
    });
    script.addEventListener('error', () => reject(new Error(`${url} cannot be loaded.`)));
    // Dispatched after the script's own event.
    script.addEventListener('load', () => reject(new Error(`${url} is not a shell, or it threw.`)));
  });
  script.src = url;
  script.integrity = integrity;
  script.crossOrigin = 'anonymous';
  script.nonce = nonce;
  script.setAttribute(EMBED_ATTRIBUTE, '');
  document.head.append(script);
  return started.finally(() => script.remove());
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
  portalUrl: string,
  nonce: string,
  [first, ...others]: readonly ShellVersion[],
): Promise<MountShell> => {
  if (!first) throw new Error('No shell is published.');
  const { version, url, integrity } = first;
  const since = performance.now();
  const reportOutcome = (outcome: Omit<Outcome, 'durationMs'>) =>
    report(portalUrl, version, { ...outcome, durationMs: performance.now() - since });
  try {
    const mount = await run(new URL(url, portalUrl).href, integrity, nonce);
    reportOutcome({ event: 'shown' });
    return mount;
  } catch (error) {
    reportOutcome({ event: others.length > 0 ? 'fell-back' : 'gave-up', cause: 'entry' });
    if (others.length === 0) throw error;
    return startFirst(portalUrl, nonce, others);
  }
};

/**
 * Loads the portal's shell into the page.
 * @param answer the JSON of `GET /embed.json`
 * @throws EmbedError when neither the live version nor the fallback starts
 */
export type LoadShell = (answer: unknown) => Promise<MountShell>;

/**
 * Creates the function that loads the shell once per page, for all elements. A second shell, from a later release, would
 * bring another React and another copy of every remote.
 */
export const shellLoader = ({ portalUrl, nonce }: EmbedScript): LoadShell => {
  let shell: Promise<MountShell> | undefined;
  return (answer) => {
    shell ??= startFirst(portalUrl, nonce, shellsIn(answer)).catch((cause: unknown) => {
      shell = undefined;
      throw new EmbedError(
        'The portal could not be started. Check your connection and try again.',
        `The script of the shell did not start: see the cause. This page's Content-Security-Policy must name ${portalUrl} in script-src, and not require trusted types.`,
        { cause },
      );
    });
    return shell;
  };
};
