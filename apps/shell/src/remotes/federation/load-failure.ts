import type { LoadCause, ReleaseFile } from '@portal/contract';

/** A version of a remote can't be shown. `reason` is the cause that telemetry reports. */
export class LoadFailure extends Error {
  override name = 'LoadFailure';

  constructor(
    readonly reason: LoadCause,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Waits for `promise`, but no longer than `timeoutMs`. @param what names the file in the error message */
export const withTimeout = async <Result>(
  timeoutMs: number,
  what: string,
  promise: Promise<Result>,
): Promise<Result> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LoadFailure('timeout', `${what} took longer than ${timeoutMs / 1000} seconds.`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
};

const DIAGNOSIS_TIMEOUT_MS = 5_000;

/** How browsers report a lost module (Chromium, Firefox, Safari), and Vite a lost stylesheet of one. */
const LOST_MODULE = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i;

/** Whether a lazily loaded part of a remote didn't arrive, from a webpack, Rspack or Vite build. */
export const isLostChunk = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'ChunkLoadError' || LOST_MODULE.test(error.message));

/** The folder of a version, by the URL of its entry. All of its files are below it. */
export const folderOf = (entry: string): string => new URL('.', new URL(entry, location.href)).href;

/** Reads webpack's fields of a lost chunk: whether it timed out, and its URL. */
export const readChunkError = (error: Error): { late: boolean; url: string | undefined } => ({
  late: 'type' in error && error.type === 'timeout',
  url: 'request' in error && typeof error.request === 'string' ? error.request : undefined,
});

const sha384 = async (content: ArrayBuffer): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', content));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
};

/** Whether a file exists and differs from the published one. When in doubt, no. */
const differs = async ({ url, integrity }: ReleaseFile): Promise<boolean> => {
  // Only https and localhost have `crypto.subtle`.
  if (!integrity || !('subtle' in crypto)) return false;
  try {
    const response = await withTimeout(DIAGNOSIS_TIMEOUT_MS, url, fetch(url, { cache: 'reload' }));
    return response.ok && (await sha384(await response.arrayBuffer())) !== integrity;
  } catch {
    return false;
  }
};

/** Fetches a file again, because browsers don't say why one failed. @param reason if it is the published one */
export const diagnoseLoadError = async (
  reason: LoadCause,
  file: ReleaseFile,
  options?: ErrorOptions,
): Promise<LoadFailure> =>
  (await differs(file))
    ? new LoadFailure('integrity', `${file.url} is not the file that was published.`, options)
    : new LoadFailure(reason, `${file.url} did not arrive.`, options);
