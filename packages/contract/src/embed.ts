import * as v from 'valibot';

const shellVersionSchema = v.object({ version: v.string(), url: v.string(), integrity: v.string() });

/** A file or call to preload, as the attributes of a `<link>`. Calls have no integrity. */
const preloadSchema = v.object({
  rel: v.picklist(['preload', 'modulepreload']),
  as: v.picklist(['script', 'style', 'fetch']),
  url: v.string(),
  integrity: v.optional(v.string()),
});

/**
 * The part of `GET /embed.json` that the element reads: the shell to start, then the fallback, and the other
 * preloads of the first screen. The shell's part is in `boot.ts`. Unknown fields are ignored because the server can be
 * newer.
 */
export const embedShellSchema = v.object({
  shell: v.pipe(v.array(shellVersionSchema), v.minLength(1), v.maxLength(2)),
  /** Absent from older servers. */
  preloads: v.optional(v.array(preloadSchema)),
});

export type EmbedShell = v.InferOutput<typeof embedShellSchema>;
export type Preload = v.InferOutput<typeof preloadSchema>;

/** Whether a URL is on this machine. Embedding needs HTTPS for its `Secure` cookies, except here. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
