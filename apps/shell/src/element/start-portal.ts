import type { EmbedChange, EmbedOptions, MountedPortal, PortalEvent } from '../embedding';
import { EmbedError, fetchEmbedAnswer, requireOrigin } from './embed-answer';
import { watchPolicy, type PolicyWatch } from './page-policy';
import type { ShellLoader } from './shell-script';
import { failureView, loadingView } from './views';

/** The `lang` of the nearest ancestor, across shadow roots; undefined if none has one. */
const languageAround = (element: Element): string | undefined => {
  const named = element.closest('[lang]')?.getAttribute('lang');
  if (named) return named;
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageAround(root.host) : undefined;
};

/** The path of the screen that the page's address names, without `base`. The server chooses the preloads by it. */
const firstPath = ({ base, routing }: EmbedOptions): string => {
  const paths = { browser: location.pathname.slice(base.length), hash: location.hash.slice(1), memory: '' };
  return paths[routing].replace(/[?#].*/, '') || '/';
};

interface PortalStart {
  root: ShadowRoot;
  shellLoader: ShellLoader;
  options: EmbedOptions;
  onEvent: (event: PortalEvent) => void;
}

const embedErrorOf = (cause: unknown): EmbedError =>
  cause instanceof EmbedError
    ? cause
    : new EmbedError(
        'The portal could not be started, because this page is not set up for it.',
        cause instanceof Error ? cause.message : 'See the cause.',
        { cause, isFinal: true },
      );

/** @throws EmbedError when the element names no portal, and the page loads several, or in a way that names none */
const requireOnePortal = ({ portalUrl }: EmbedOptions): void => {
  if (portalUrl === '')
    throw new EmbedError(
      'The portal cannot be shown, because this page does not name its portal.',
      'Name it in each element: <customer-portal portal="https://portal.example">. Or load the embed.js of one portal only, by <script src="https://portal.example/embed.js"></script>, and name no element of the page "currentScript".',
      { isFinal: true },
    );
};

/**
 * Shows a portal in a shadow root: "Loading...", then the portal, or an error with a "Try again" button.
 * @returns a handle that works at once; a portal that is still loading catches up once it is mounted
 */
export const startPortal = ({ root, shellLoader, options, onEvent }: PortalStart): MountedPortal => {
  const stopped = new AbortController();
  let current = options;
  let path: string | undefined;
  let mounted: MountedPortal | undefined;
  let arrive: (portal: MountedPortal) => void;
  const arrived = new Promise<MountedPortal>((resolve) => (arrive = resolve));

  let policy: PolicyWatch | undefined;

  const emit = (event: PortalEvent) => {
    if (!stopped.signal.aborted) onEvent(event);
  };

  const mountable = async () => {
    policy ??= watchPolicy(options.portalUrl, (refusal) => mounted && end(refusal));
    try {
      const locale = current.locale ?? languageAround(root.host);
      const asked = { path: path ?? firstPath(options), locale };
      shellLoader.askAhead();
      const answer = await fetchEmbedAnswer(options.portalUrl, asked, stopped.signal);
      return { answer, mountShell: await shellLoader.load(answer, !current.ticket) };
    } catch (cause) {
      throw (await policy.refusal(cause)) ?? cause;
    }
  };

  const load = async () => {
    root.replaceChildren(...loadingView());
    requireOrigin();
    requireOnePortal(options);
    const { answer, mountShell } = await mountable();
    if (stopped.signal.aborted) return;
    const container = document.createElement('div');
    root.replaceChildren(container);
    mounted = mountShell(container, answer, current, (event) =>
      event.type === 'error'
        ? end(new EmbedError('The portal has stopped. Try again.', event.message))
        : emit(event),
    );
    // A ticket works once; "Try again" goes on without.
    current = { ...current, ticket: undefined };
    if (path !== undefined) mounted.navigate(path);
    arrive(mounted);
  };

  const fail = (cause: unknown) => {
    if (stopped.signal.aborted) return;
    const error = embedErrorOf(cause);
    console.error(`customer-portal: ${error.message} ${error.hint}`, error);
    root.replaceChildren(...failureView(error.message, error.isFinal ? undefined : start));
    emit({ type: 'error', message: error.message });
  };

  /** Unmounts after the shell has dispatched its error event. */
  const end = (reason: EmbedError) => {
    const ended = mounted;
    mounted = undefined;
    queueMicrotask(() => {
      if (stopped.signal.aborted) return;
      ended?.unmount();
      fail(reason);
    });
  };

  const start = () => void load().catch(fail);

  start();
  return {
    unmount: () => {
      stopped.abort();
      policy?.stop();
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
    signIn: async (ticket) => (await (mounted ?? arrived)).signIn?.(ticket) ?? false,
    signOut: async () => (await (mounted ?? arrived)).signOut?.(),
  };
};
