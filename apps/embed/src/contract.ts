import type { EmbedLook } from '@portal/contract';
import type { PortalEvents } from '@portal/embed';

/**
 * The contract between the two parts of embedding: this app, the script that a company's page loads, and `embedded/` of
 * the shell, the portal inside that page. The two can be of different releases because a page may pin `embed.js`, so this contract
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
  /** The path of the embedder that shows the portal's `/`: `""` or `/account`. */
  base: string;
  routing: Routing;
  brandName?: string | undefined;
  colorMode?: (typeof COLOR_MODES)[number] | undefined;
  locale?: string | undefined;
  /** A one-time ticket for a customer whom the embedder has signed in; exchanged before anything is shown. */
  ticket?: string | undefined;
  /** The page's look, if it has chosen any. Read when the portal starts. */
  look?: EmbedLook | undefined;
  /** The nonce of the embedder's policy, for scripts and styles. */
  nonce?: string | undefined;
}

/** The options that can change while the portal is shown. Any other change mounts the portal anew. */
type EmbedChange = Pick<EmbedOptions, 'brandName' | 'colorMode' | 'locale'>;

/** An event that the portal emits to the page around it: `navigate` with the detail of the element's `portal-navigate`. */
export type PortalEvent = {
  [Name in keyof PortalEvents]: Name extends `portal-${infer Type}`
    ? { type: Type } & PortalEvents[Name]['detail']
    : never;
}[keyof PortalEvents];

/** A portal inside an embedder's page. */
export interface MountedPortal {
  /** Removes the portal and everything that it added to the page. */
  unmount: () => void;
  /** @param path of a screen, without `base` */
  navigate: (path: string) => void;
  update: (change: EmbedChange) => void;
  /** @returns whether the ticket was accepted */
  signIn: (ticket: string) => Promise<boolean>;
  signOut: () => Promise<void>;
}

/** How the element starts the shell. @throws for an invalid response, or a `base` that the address is not below */
export type MountShell = (
  container: HTMLElement,
  response: unknown,
  options: EmbedOptions,
  onEvent: (event: PortalEvent) => void,
) => MountedPortal;

/** A script with this attribute hands over `mount`, in the `detail` of this event, instead of showing a page. */
export const EMBED_ATTRIBUTE = 'data-portal-embed';
export const SHELL_EVENT = 'portal-shell';
