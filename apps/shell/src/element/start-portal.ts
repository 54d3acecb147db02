import type { EmbedChange, EmbedOptions, MountedPortal, PortalEvent } from '../embedding';
import { EmbedError, fetchEmbedAnswer } from './embed-answer';
import type { EmbedScript } from './embed-script';
import type { LoadShell } from './shell-script';
import { failureView, loadingView } from './views';

interface PortalStart {
  root: ShadowRoot;
  script: EmbedScript;
  loadShell: LoadShell;
  options: EmbedOptions;
  onEvent: (event: PortalEvent) => void;
}

const embedErrorOf = (cause: unknown): EmbedError =>
  cause instanceof EmbedError
    ? cause
    : new EmbedError(
        'The portal could not be started.',
        cause instanceof Error ? cause.message : 'See the cause.',
        { cause },
      );

/**
 * Shows a portal in a shadow root: "Loading...", then the portal, or an error with a "Try again" button.
 * @returns a handle that works at once; a portal that is still loading catches up once it is mounted
 */
export const startPortal = ({ root, script, loadShell, options, onEvent }: PortalStart): MountedPortal => {
  const stopped = new AbortController();
  let current = options;
  let path: string | undefined;
  let mounted: MountedPortal | undefined;

  const emit = (event: PortalEvent) => {
    if (!stopped.signal.aborted) onEvent(event);
  };

  const load = async () => {
    root.replaceChildren(...loadingView());
    const answer = await fetchEmbedAnswer(script.portalUrl, current.locale, stopped.signal);
    const mountShell = await loadShell(answer);
    if (stopped.signal.aborted) return;
    const container = document.createElement('div');
    root.replaceChildren(container);
    mounted = mountShell(container, answer, current, (event) =>
      event.type === 'error' ? end(event.message) : emit(event),
    );
    if (path !== undefined) mounted.navigate(path);
  };

  const fail = (cause: unknown) => {
    if (stopped.signal.aborted) return;
    const error = embedErrorOf(cause);
    console.error(`customer-portal: ${error.message} ${error.hint}`, error);
    root.replaceChildren(...failureView(error.message, start));
    emit({ type: 'error', message: error.message });
  };

  /** Unmounts after the shell has dispatched its error event. */
  const end = (reason: string) => {
    const ended = mounted;
    mounted = undefined;
    queueMicrotask(() => {
      if (stopped.signal.aborted) return;
      ended?.unmount();
      fail(new EmbedError('The portal has stopped. Try again.', reason));
    });
  };

  const start = () => void load().catch(fail);

  start();
  return {
    unmount: () => {
      stopped.abort();
      mounted?.unmount();
      root.replaceChildren();
    },
    navigate: (next) => {
      if (mounted) mounted.navigate(next);
      else path = next;
    },
    update: (change: EmbedChange) => {
      current = { ...current, ...change };
      mounted?.update(change);
    },
  };
};
