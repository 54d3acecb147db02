/**
 * The contract between the two wings of embedding: `element/`, the script that a company's page loads, and `embedded/`,
 * the portal inside that page. The two can be of different releases because a page may pin `embed.js`, so this contract
 * only ever grows.
 */

export const ROUTINGS = ['browser', 'hash', 'memory'] as const;
export const COLOR_MODES = ['light', 'dark', 'system'] as const;

/** Where an address names a screen of the portal: in its path, after the `#`, or nowhere. */
export type Routing = (typeof ROUTINGS)[number];

/** The embedder's choices. The portal's server decides about an absent one. */
export interface EmbedOptions {
  /** The portal's URL with its base path and no trailing slash; every call and file is below it. */
  portalUrl: string;
  /** The path of the embedder's site that shows the portal's `/`: `""` or `/account`. */
  base: string;
  routing: Routing;
  brandName?: string | undefined;
  colorMode?: (typeof COLOR_MODES)[number] | undefined;
  locale?: string | undefined;
  /** The nonce of the embedder's policy, for scripts and styles. */
  nonce?: string | undefined;
}

/** The options that can change while the portal is shown. Any other change mounts the portal anew. */
export type EmbedChange = Pick<EmbedOptions, 'brandName' | 'colorMode' | 'locale'>;

/** An event that the portal emits to the page around it. */
export type PortalEvent =
  | { type: 'ready' }
  /** `path` includes query and hash, but not `base`. */
  | { type: 'navigate'; path: string; title: string }
  | { type: 'signed-in' }
  | { type: 'signed-out' }
  | { type: 'error'; message: string };

/** A portal inside somebody else's page. */
export interface MountedPortal {
  /** Removes the portal and everything that it added to the page. */
  unmount: () => void;
  /** @param path of a screen, without `base` */
  navigate: (path: string) => void;
  update: (change: EmbedChange) => void;
}

/**
 * How the element starts the shell.
 * @param container an element of the shadow root; it belongs to the shell until `unmount`
 * @param answer the JSON of `GET /embed.json`, which the shell parses with `embedBootSchema`
 * @throws when the answer is invalid, or when `base` doesn't match the page's address
 */
export type MountShell = (
  container: HTMLElement,
  answer: unknown,
  options: EmbedOptions,
  onEvent: (event: PortalEvent) => void,
) => MountedPortal;

/**
 * A script element with this attribute asks the shell's script for `mount`, a `MountShell`, instead of a page. The shell
 * dispatches it at that element, in the `detail` of this event, so neither side needs a global.
 */
export const EMBED_ATTRIBUTE = 'data-portal-embed';
export const SHELL_EVENT = 'portal-shell';
