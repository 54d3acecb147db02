import * as v from 'valibot';

/** A version of the shell: the script to start with. */
const shellVersionSchema = v.object({ version: v.string(), url: v.string(), integrity: v.string() });

/**
 * What the element reads of `GET /embed.json`: the shell that is to start, followed by the one to fall back to. The
 * rest is the shell's (`embed-boot.ts`). It ignores what it does not know, so that the server can be newer.
 */
export const embedShellSchema = v.object({
  shell: v.pipe(v.array(shellVersionSchema), v.minLength(1), v.maxLength(2)),
});

export const ROUTINGS = ['browser', 'hash', 'memory'] as const;
export const COLOR_MODES = ['light', 'dark', 'system'] as const;

/** Where an address of the portal shows: in the path, behind the `#`, or nowhere. */
export type Routing = (typeof ROUTINGS)[number];
export type EmbedColorMode = (typeof COLOR_MODES)[number];

/** What the page around it decides. What is absent is as the portal's own server says. */
export interface EmbedOptions {
  /** The portal's own URL with its base path, without a trailing slash: every call and file is below it. */
  portalUrl: string;
  /** The path of the host's site that stands for the portal's `/`: `""` or `/account`. */
  base: string;
  routing: Routing;
  brandName?: string | undefined;
  colorMode?: EmbedColorMode | undefined;
  locale?: string | undefined;
  /** Of the host page's own policy: scripts and styles carry it. */
  nonce?: string | undefined;
}

/** What can change while the portal is shown; the rest begins anew. */
export type EmbedChange = Pick<EmbedOptions, 'brandName' | 'colorMode' | 'locale'>;

/** What the page around it learns. */
export type PortalEvent =
  | { type: 'ready' }
  /** `path` as the portal's router sees it, with query and hash; without `base`. */
  | { type: 'navigate'; path: string; title: string }
  | { type: 'signed-in' }
  | { type: 'signed-out' }
  | { type: 'error'; message: string };

/** A portal inside somebody else's page. */
export interface MountedPortal {
  /** Leaves nothing behind. */
  unmount: () => void;
  /** @param path as the portal's router sees it, without `base` */
  navigate: (path: string) => void;
  update: (change: EmbedChange) => void;
}

/**
 * The attribute of a script element that asks the shell's script for its `mount` instead of a page; it is handed
 * over in the `detail` of this event at that element, so that no global is needed.
 */
export const EMBED_ATTRIBUTE = 'data-portal-embed';
export const SHELL_EVENT = 'portal-shell';

export type EmbedShell = v.InferOutput<typeof embedShellSchema>;
