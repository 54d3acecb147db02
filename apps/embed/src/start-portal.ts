import type { EmbedOptions, MountedPortal, PortalEvent } from './contract';
import { EmbedError, fetchEmbedResponse, requireOrigin } from './embed-response';
import { watchPolicy } from './page-policy';
import type { ShellLoader } from './shell-script';

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

/** @throws EmbedError when neither the script nor the element names a portal */
const requirePortal = ({ portalUrl }: EmbedOptions): void => {
  if (portalUrl === '')
    throw new EmbedError(
      'The portal cannot be shown, because this page does not name its portal.',
      'Load embed.js by <script src="https://portal.example/embed.js"></script>, and name no element of the page "currentScript". Or name the portal: <customer-portal portal="https://portal.example">.',
      { isFinal: true },
    );
};

/** @throws EmbedError when an old library of the page adds a property to every `for…in` loop */
const requirePlainObjects = (): void => {
  const [added] = Object.keys(Object.prototype);
  if (added !== undefined)
    throw new EmbedError(
      'The portal could not be started, because its script does not work in this page.',
      `A script of this page adds "${added}" to every for…in loop. Define Object.prototype.${added} as not enumerable, or remove it.`,
      { isFinal: true },
    );
};

/** One attempt to show a portal. */
export interface PortalStart {
  /** May change while the portal loads. */
  options: EmbedOptions;
  /** The screen to show; undefined for that of the page's address. */
  path: string | undefined;
  /** Aborts when the portal is removed, or has failed. */
  stop: AbortController;
  /** Set once it is mounted. */
  portal?: MountedPortal | undefined;
}

/** Loads a portal and mounts it. @param onRefusal called when the page's policy blocks one of its scripts */
export const startPortal = async (
  root: ShadowRoot,
  shellLoader: ShellLoader,
  start: PortalStart,
  onEvent: (event: PortalEvent) => void,
  onRefusal: (refusal: EmbedError) => void,
): Promise<void> => {
  requireOrigin();
  requirePortal(start.options);
  requirePlainObjects();
  const { portalUrl, locale, ticket } = start.options;
  const policy = watchPolicy(portalUrl, onRefusal);
  const { signal } = start.stop;
  signal.addEventListener('abort', policy.stop);
  shellLoader.preloadLikely(portalUrl);
  const load = async () => {
    const path = start.path ?? firstPath(start.options);
    const language = locale ?? languageAround(root.host);
    const { response, ...shell } = await fetchEmbedResponse(portalUrl, path, language, signal);
    return { response, mountShell: await shellLoader.load(portalUrl, shell, !ticket) };
  };
  const { response, mountShell } = await load().catch(async (cause: unknown) => {
    throw (await policy.refusal(cause)) ?? cause;
  });
  signal.throwIfAborted();
  const container = document.createElement('div');
  root.replaceChildren(container);
  start.portal = mountShell(container, response, start.options, onEvent);
  // A ticket works once; another attempt goes on without.
  start.options = { ...start.options, ticket: undefined };
  if (start.path !== undefined) start.portal.navigate(start.path);
};
