import type { ReleaseFile } from '@portal/contract';
import type { withTimeout } from './load-failure';

const DIAGNOSIS_TIMEOUT_MS = 5_000;

const sha384 = async (content: ArrayBuffer): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-384', content));
  return `sha384-${btoa(String.fromCharCode(...digest))}`;
};

/**
 * Whether a file exists and differs from the published one. When in doubt, no. Requests it again, so that the next attempt
 * finds the file in the browser's cache even if the cached one was damaged.
 * @param inTime the shell's `withTimeout`, as a parameter: an import would split the shell's modules
 */
export const differs = async (
  { url, integrity }: ReleaseFile,
  inTime: typeof withTimeout,
): Promise<boolean> => {
  // Only https and localhost have `crypto.subtle`.
  if (!integrity || !('subtle' in crypto)) return false;
  const response = await inTime(DIAGNOSIS_TIMEOUT_MS, url, fetch(url, { cache: 'reload' }));
  return response.ok && (await sha384(await response.arrayBuffer())) !== integrity;
};
