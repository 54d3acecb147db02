import * as v from 'valibot';

const shellVersionSchema = v.object({ version: v.string(), url: v.string(), integrity: v.string() });

/** A file to preload, as the attributes of a `<link>`. */
const preloadSchema = v.object({
  rel: v.picklist(['preload', 'modulepreload']),
  as: v.picklist(['script', 'style']),
  url: v.string(),
  integrity: v.string(),
});

/** The element's part of `GET /embed.json`; `boot.ts` has the shell's. Unknown fields are ignored. */
export const embedShellSchema = v.object({
  shell: v.pipe(v.array(shellVersionSchema), v.minLength(1), v.maxLength(2)),
  /** Hints: a list that this element doesn't know is skipped. */
  preloads: v.fallback(v.array(preloadSchema), []),
  calls: v.array(v.string()),
});

export type EmbedShell = v.InferOutput<typeof embedShellSchema>;
export type Preload = v.InferOutput<typeof preloadSchema>;

/** The custom properties of the element that the portal's theme reads, without `--portal-`. */
export const LOOK_PROPERTIES = ['primary', 'background', 'text', 'font-family', 'radius', 'spacing'] as const;

/** A page's look: its custom properties as CSS, and whether font and color scheme are the page's. */
export interface EmbedLook {
  values: Partial<Record<(typeof LOOK_PROPERTIES)[number], string>>;
  isHosts: boolean;
}

/** Whether a URL is on this machine. Embedding needs HTTPS for its `Secure` cookies, except here. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
