/** What browsers say of a module that did not arrive (Chromium, Firefox, Safari), and Vite of a style before one. */
const MODULE_DID_NOT_ARRIVE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/** Whether a part of a remote that is loaded later did not arrive: of a webpack or Rspack build, or of a Vite one. */
export const isLostChunk = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'ChunkLoadError' || MODULE_DID_NOT_ARRIVE.test(error.message));

/**
 * Whether a part that did not arrive may be one of a version. Not all browsers name it; in a page with scripts of
 * others, what is not named is not taken for ours.
 * @param entry the address of the version's entry, in whose folder its parts are
 */
export const isPartOf = (error: Error, entry: string): boolean =>
  error.message.includes(new URL('.', new URL(entry, location.href)).href);

/** What webpack says of a lost chunk beside its message: that it took too long, and where it was looked for. */
export const readChunkError = (error: Error): { late: boolean; url: string | undefined } => ({
  late: 'type' in error && error.type === 'timeout',
  url: 'request' in error && typeof error.request === 'string' ? error.request : undefined,
});
